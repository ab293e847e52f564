import type { DestinationStream } from 'pino';

/**
 * Batches the lines of one event-loop tick into one write, which saves a busy server system calls. Writes the rest when
 * the process exits.
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
