import { constants, setPriority } from 'node:os';
import type { Order, Outcome, Told } from './reader-messages.ts';
import { readAside } from './reader.ts';

// The whole of a small process that starts the readers: who starts a process stands still while the tables of its own
// memory are copied, and those of a process which serves people are large. It stands back behind those, and so does
// every thread of the readers, for they are born to it; what a reader said of itself would hold for one thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const reading = new Map<number, AbortController>();

process.on('message', (order: Order) => {
  if ('pdf' in order) void read(order);
  else reading.get(order.number)?.abort();
});
// Whoever asked is gone; readers end with this process as it does with that.
process.once('disconnect', () => process.exit());

async function read({ number, pdf, limits }: Extract<Order, { pdf: unknown }>): Promise<void> {
  const wanted = new AbortController();
  reading.set(number, wanted);
  const outcome = await readAside(pdf, limits, wanted.signal).catch((lost: unknown): Outcome => ({ lost }));
  reading.delete(number);
  const told: Told = { number, outcome };
  process.send?.(told, () => undefined);
}
