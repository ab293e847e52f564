import { busy } from '../../domain/errors.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';
import { KeyedQueue } from '../keyed-queue.ts';
import type { SuiteReader } from '../ports/suite-reader.ts';
import { workSlots } from '../work-slots.ts';

/** Suites of an organisation that wait and are read, and organisations whose suites are. */
const SUITES_MAX = 20;
const ORGANISATIONS_MAX = 40;

/** Reads a suite for a request of an organisation. Rejects with `limited` or `busy` when too many are being read. */
export type FairSuiteReader = (orgId: string, source: string) => Promise<Suite>;

/**
 * Reads suites for requests with a reader that all organisations share: those of each one after the other, so that another one
 * waits for one of them. It is the same one for all operations, so that their limits count together.
 */
export function fairSuiteReader({ suiteReader }: { readonly suiteReader: SuiteReader }): FairSuiteReader {
  const queue = new KeyedQueue();
  let reading = 0;
  const limitedTo = workSlots(SUITES_MAX, 'Other suites of your organisation are checked: try again in a few seconds');
  const read = async (source: string): Promise<Suite> => {
    if (reading >= ORGANISATIONS_MAX) throw busy('Too many suites are checked at once: try again in a few seconds');
    reading += 1;
    try {
      return await suiteReader(source);
    } finally {
      reading -= 1;
    }
  };
  return (orgId, source) => limitedTo(orgId, () => queue.run(orgId, () => read(source)));
}
