import { constants, setPriority } from 'node:os';
import type { SpawnerRequest, ReadOutcome, SpawnerResponse } from './reader-messages.ts';
import { readInProcess } from './reader.ts';

// The whole of a small process that starts the readers: who starts a process stands still while the tables of its own
// memory are copied, and those of a process which serves people are large. It stands back behind those, and so does
// every thread of the readers, for they are born to it; what a reader said of itself would hold for one thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const reading = new Map<number, AbortController>();

process.on('message', (request: SpawnerRequest) => {
  if ('pdf' in request) void read(request);
  else reading.get(request.number)?.abort();
});
// Whoever asked is gone; readers end with this process as it does with that.
process.once('disconnect', () => process.exit());

async function read({ number, pdf, limits }: Extract<SpawnerRequest, { pdf: unknown }>): Promise<void> {
  const abort = new AbortController();
  reading.set(number, abort);
  const outcome = await readInProcess(pdf, limits, abort.signal).catch((lost: unknown): ReadOutcome => ({ lost }));
  reading.delete(number);
  const response: SpawnerResponse = { number, outcome };
  process.send?.(response, () => undefined);
}
