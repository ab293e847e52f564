import { printHelpIfRequested } from '../../bootstrap/help.ts';
import { load } from './load.ts';
import { USAGE } from './options.ts';
import { errorMessage } from '../../domain/errors.ts';

/** What a shell reports of a program that Ctrl-C ended. */
const INTERRUPTED = 130;
/** A signal that comes later than this after the first is another Ctrl-C. In milliseconds. */
const AGAIN_MS = 500;

printHelpIfRequested(USAGE);
const stop = new AbortController();
let interruptedAt: number | null = null;
process.on('SIGINT', () => {
  // One Ctrl-C arrives twice: from the terminal, and from npm.
  const isAgain = interruptedAt !== null && performance.now() - interruptedAt > AGAIN_MS;
  if (isAgain) process.exit(INTERRUPTED);
  interruptedAt ??= performance.now();
  stop.abort();
});
process.once('SIGTERM', () => stop.abort());
// The timers of calls do not keep a program running.
const running = setInterval(() => undefined, 60_000);
try {
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  process.exitCode = await load(process.argv.slice(2), { env: process.env, print, signal: stop.signal });
} catch (error) {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
}
clearInterval(running);
