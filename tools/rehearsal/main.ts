import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { USAGE } from './options.ts';
import { rehearse } from './rehearse.ts';
import { errorMessage } from '../../domain/errors.ts';

printHelpIfRequested(USAGE);
try {
  const print = (text: string): void => void process.stdout.write(`${text}\n`);
  process.exitCode = await rehearse(process.argv.slice(2), { env: process.env, folder: process.cwd(), print });
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
}
