import { constants, setPriority } from 'node:os';
import type { SpawnerRequest, ReadOutcome, SpawnerResponse } from './reader-messages.ts';
import { readInProcess } from './reader.ts';

// A small process that forks the readers: a fork blocks the parent while its page tables are copied, which takes long
// in a large process. Its low priority is inherited by all threads of the readers. A reader could lower only one of its
// own threads.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const reading = new Map<number, AbortController>();

process.on('message', (request: SpawnerRequest) => {
  if ('file' in request) void read(request);
  else reading.get(request.number)?.abort();
});
// The parent process has ended. Readers end with this process in the same way.
process.once('disconnect', () => process.exit());

async function read({ number, limits, ...request }: Extract<SpawnerRequest, { file: unknown }>): Promise<void> {
  const abort = new AbortController();
  reading.set(number, abort);
  const outcome = await readInProcess(request, limits, abort.signal).catch((lost: unknown): ReadOutcome => ({
    lost,
  }));
  reading.delete(number);
  const response: SpawnerResponse = { number, outcome };
  process.send?.(response, () => undefined);
}
