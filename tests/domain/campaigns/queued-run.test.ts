import { assert } from 'chai';
import {
  newQueuedRun,
  retryOf,
  toDialing,
  toDone,
  toInCall,
  toRequeued,
  type NewRun,
} from '../../../domain/campaigns/queued-run.ts';
import { at, NOON } from './example.ts';

const contact: Omit<NewRun, 'queued_run_id' | 'attempt' | 'not_before'> = {
  campaign_id: 'c1',
  org_id: 'o1',
  contact_index: 7,
  phone_number: '+15550100000',
  context_variables: { name: 'Ann' },
};
const run = newQueuedRun({ ...contact, queued_run_id: 'r1', attempt: 1, not_before: null }, NOON);
const free = { lease_owner: null, lease_until: null };

describe('queued run', () => {
  it('is queued without a call, an outcome and a lease', () => {
    assert.deepEqual(run, {
      ...contact,
      ...free,
      queued_run_id: 'r1',
      attempt: 1,
      not_before: null,
      state: 'queued',
      call_id: null,
      outcome: null,
      is_final: false,
      epoch: 0,
      created_at: NOON.toISOString(),
      updated_at: NOON.toISOString(),
    });
  });

  it('is leased for 30 s by the engine that dials it', () => {
    assert.deepEqual(toDialing('call', 'engine', at(1)), {
      state: 'dialing',
      call_id: 'call',
      lease_owner: 'engine',
      lease_until: at(31).toISOString(),
      updated_at: at(1).toISOString(),
    });
  });

  it('is checked after a minute in a call', () => {
    const expected = { state: 'in_call', lease_until: at(61).toISOString(), updated_at: at(1).toISOString() } as const;
    assert.deepEqual(toInCall(at(1)), expected);
  });

  it('waits before it is dialled again when it was not dialled', () => {
    const expected = {
      state: 'queued',
      deferral: null,
      not_before: at(6).toISOString(),
      ...free,
      updated_at: at(1).toISOString(),
    } as const;
    assert.deepEqual(toRequeued(5_000, at(1)), expected);
  });

  it('is done with its outcome', () => {
    for (const isFinal of [true, false]) {
      const expected = {
        state: 'done',
        outcome: 'busy',
        is_final: isFinal,
        ...free,
        updated_at: at(9).toISOString(),
      } as const;
      assert.deepEqual(toDone('busy', isFinal, at(9)), expected);
    }
  });

  it('is retried as the next attempt for the same contact, with nothing else of the first run', () => {
    const dialled = { ...run, ...toDialing('call', 'engine', at(1)), ...toDone('busy', false, at(9)), epoch: 4 };
    const notBefore = at(129).toISOString();
    const next = newQueuedRun({ ...contact, queued_run_id: 'r2', attempt: 2, not_before: notBefore }, at(9));
    assert.deepEqual(retryOf(dialled, 'r2', notBefore, at(9)), next);
  });
});
