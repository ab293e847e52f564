import { busy } from '../domain/errors.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { workSlots } from './work-slots.ts';

/** Texts of an organisation that wait and are read, and organisations whose texts are. */
const TEXTS_MAX = 20;
const ORGANISATIONS_MAX = 40;

/** Reads a text for a request of an organisation. Rejects with `limited` or `busy` when too many are being read. */
export type FairReading = <T>(orgId: string, read: () => Promise<T>) => Promise<T>;

/**
 * Reads texts for requests with a reader that all organisations share: those of each one after the other, so that another one
 * waits for one of them. All operations use the same one, so that their limits count together. `what`: the texts, in words.
 */
export function fairReadings(what: string): FairReading {
  const queue = new KeyedQueue();
  let reading = 0;
  const limitedTo = workSlots(TEXTS_MAX, `Other ${what} of your organisation are checked: try again in a few seconds`);
  const bounded = async <T>(read: () => Promise<T>): Promise<T> => {
    if (reading >= ORGANISATIONS_MAX) throw busy(`Too many ${what} are checked at once: try again in a few seconds`);
    reading += 1;
    try {
      return await read();
    } finally {
      reading -= 1;
    }
  };
  return (orgId, read) => limitedTo(orgId, () => queue.run(orgId, () => bounded(read)));
}
