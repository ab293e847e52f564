import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { USAGE } from './options.ts';
import { replay } from './replay.ts';
import { errorMessage } from '../../domain/errors.ts';

printHelpIfRequested(USAGE);
try {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await replay(process.argv.slice(2), { env: process.env, print });
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
}
