import { assert } from 'chai';
import type { CallRecords } from '../../application/ports/call-records.ts';
import type { Contract } from '../support/contract.ts';

/** The records of calls, and how they are filled and read. */
export interface FilledRecords {
  readonly records: CallRecords;
  /** Adds a record of the call to each place that holds some. */
  fill(orgId: string, callId: string): Promise<void>;
  /** Whose records there are, as `<org_id> <call_id>`, sorted, each once for each place. */
  left(): Promise<string[]>;
}

export const callRecordsContract: Contract<FilledRecords> = {
  'removes everything that belongs to a call, and nothing else': async ({ records, fill, left }) => {
    await fill('org', 'a');
    await fill('org', 'b');
    await fill('other', 'c');
    const before = await left();
    await records.removeAll('org', 'a');
    assert.deepEqual(
      await left(),
      before.filter((owner) => owner !== 'org a'),
    );
    assert.isBelow((await left()).length, before.length);
  },

  "leaves another organisation's call alone": async ({ records, fill, left }) => {
    await fill('org', 'a');
    const before = await left();
    await records.removeAll('other', 'a');
    assert.deepEqual(await left(), before);
  },

  'can be repeated': async ({ records, fill, left }) => {
    await fill('org', 'a');
    for (let times = 0; times < 2; times += 1) await records.removeAll('org', 'a');
    assert.isEmpty(await left());
  },
};
