import { pinoLog } from '../../adapters/system/json-log.ts';
import { DomainError } from '../../domain/errors.ts';
import { ConfigError } from '../../bootstrap/config.ts';
import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { logFormatFor } from '../../bootstrap/log-format.ts';
import { copy } from './copy.ts';
import type { Count } from './count.ts';
import { parseCopyCommand, COPY_HELP } from './options.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** `main.js --from <three URLs> --to <three URLs>`: copies an installation and verifies the copy. Exits with 1 when it is not whole. */
async function main(args: readonly string[]): Promise<void> {
  printHelpIfRequested(COPY_HELP, args);
  const counts = await copy(
    parseCopyCommand(args, process.env),
    pinoLog({ level: 'warn', format: logFormatFor(), showPii: false }),
    process.stderr,
  );
  for (const count of counts) say(lineOf(count));
  const isWhole = counts.every(({ same }) => same);
  say(
    isWhole
      ? 'The copy is complete.'
      : 'The copy differs: use an empty target, stop both sides during the copy, and start again.',
  );
  process.exitCode = isWhole ? 0 : 1;
}

const lineOf = ({ what, wanted, found, same }: Count): string =>
  `${same ? '✓' : '✗'} ${what.padEnd(24)} ${found} of ${wanted}${same ? '' : ', not the same'}`;

try {
  await main(process.argv.slice(2));
} catch (error) {
  const isKnown = error instanceof ConfigError || error instanceof DomainError;
  const cause = error instanceof DomainError && error.cause instanceof Error ? ` (${error.cause.message})` : '';
  process.stderr.write(`\n${isKnown ? error.message + cause : String((error as Error).stack ?? error)}\n`);
  if (!(error instanceof ConfigError))
    process.stderr.write('Start the same command again: it continues where it stopped.\n');
  process.exitCode = 1;
}
