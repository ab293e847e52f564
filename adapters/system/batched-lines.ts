import type { DestinationStream } from 'pino';

/**
 * Hands on in one piece what is written in one turn of the event loop, so that a busy server does not ask the system to
 * write at every line. What the last turn has written goes out when the process exits.
 */
export function batchLinesPerTick(
  destination: DestinationStream,
  process: Pick<NodeJS.EventEmitter, 'once'>,
): DestinationStream {
  let lines = '';
  const flush = (): void => {
    const written = lines;
    lines = '';
    if (written !== '') destination.write(written);
  };
  process.once('exit', flush);

  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}
