import { awaitsKey } from '../../../domain/calls/confirm-transfer.ts';
import { assert } from 'chai';
import fc from 'fast-check';
import { outboundCall } from '../../../domain/calls/call-log.ts';
import { patchCall } from '../../../domain/calls/call-patch.ts';
import { reconcile } from '../../../domain/calls/reconciliation.ts';
import {
  mayBeOnLine,
  patchTransfers,
  TRANSFER_RESULTS,
  type TransferPatch,
} from '../../../domain/calls/transfer-record.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const LATER = new Date('2026-03-02T09:00:09.000Z');
const BEGINS: TransferPatch = { run: 4, target: 'desk', to: '+14155550107', mode: 'cold' };
const started = patchTransfers([], BEGINS, NOW);

const call = {
  ...outboundCall({
    ...{ call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Desk', now: NOW, custom_variables: {} },
    ...{ from_number: '+15550100000', to_number: '+14155550100', telephony_provider: 'simulator' },
  }),
  status: 'in_progress' as const,
  start_time_utc: NOW.toISOString(),
};

describe('records of transfers', () => {
  it('begin with target, number and mode, and list what is known', () => {
    assert.deepEqual(started, [
      {
        ...{ run: 4, target: 'desk', to: '+14155550107', mode: 'cold', started_at: NOW.toISOString(), brief: null },
        ...{ provider_call_sid: null, answered_at: null, ready_at: null, result: null, at: null },
      },
    ]);
  });

  it('take no news of a transfer that has not started', () => {
    assert.deepEqual(patchTransfers([], { run: 4, result: 'busy' }, NOW), []);
    assert.deepEqual(patchTransfers(started, { run: 5, result: 'busy' }, NOW), started);
  });

  it('keep the first times and the first result', () => {
    const ready = patchTransfers(started, { run: 4, answered_at: 'a', ready_at: 'b', provider_call_sid: 's' }, NOW);
    const again = patchTransfers(ready, { run: 4, answered_at: 'x', ready_at: 'y' }, LATER);
    assert.deepEqual(again, ready);
    const [ended] = patchTransfers(again, { run: 4, result: 'answered' }, LATER);
    assert.deepInclude(ended, { answered_at: 'a', result: 'answered', at: LATER.toISOString() });
    for (const result of TRANSFER_RESULTS)
      assert.deepEqual(patchTransfers([ended!], { run: 4, result, answered_at: 'z' }, NOW), [ended!]);
  });

  it('have the key that confirms them, and when it was pressed first', () => {
    const confirm = { key: '1', say: 'Press 1.', timeout_secs: 8 };
    const opened = patchTransfers([], { ...BEGINS, confirm }, NOW);
    assert.deepInclude(opened[0], { confirm, confirmed_at: null });
    assert.deepEqual(opened.map(awaitsKey), [true]);
    const confirmed = patchTransfers(opened, { run: 4, answered_at: 'a', confirmed_at: 'b' }, NOW);
    assert.equal(patchTransfers(confirmed, { run: 4, confirmed_at: 'x' }, NOW)[0]?.confirmed_at, 'b');
    assert.deepEqual([...confirmed, ...started].map(awaitsKey), [false, false]);
    assert.notProperty(patchTransfers(started, { run: 4, confirmed_at: 'b' }, NOW)[0], 'confirmed_at');
  });

  it('learn the id of the leg also after the result', () => {
    const ended = patchTransfers(started, { run: 4, result: 'canceled' }, NOW);
    assert.equal(patchTransfers(ended, { run: 4, provider_call_sid: 's' }, NOW)[0]?.provider_call_sid, 's');
  });

  it('are ten at most, whatever is reported in whichever order', () => {
    const patch = fc.record({
      run: fc.integer({ min: 0, max: 30 }),
      target: fc.constant('desk'),
      to: fc.constant('+14155550107'),
      mode: fc.constant('cold' as const),
      result: fc.constantFrom(...TRANSFER_RESULTS),
    });
    fc.assert(
      fc.property(fc.array(patch), (patches) => {
        const records = patches.reduce((known, each) => patchTransfers(known, each, NOW), started);
        assert.isAtMost(records.length, 10);
        assert.lengthOf(new Set(records.map(({ run }) => run)), records.length);
      }),
    );
  });

  it('are canceled by the end of their call, and keep their result', () => {
    const transfers = [...patchTransfers(started, { run: 4, result: 'busy' }, NOW), { ...started[0]!, run: 5 }];
    const end = { status: 'completed', end_time_utc: LATER.toISOString() } as const;
    const { transfers: after } = patchCall({ ...call, transfers }, end, LATER);
    assert.deepEqual(
      after?.map(({ result, at }) => [result, at]),
      [
        ['busy', NOW.toISOString()],
        ['canceled', LATER.toISOString()],
      ],
    );
    assert.notProperty(patchCall(call, end, LATER), 'transfers');
  });

  it('end a call whose runtime was lost after the connection, without hanging up', () => {
    const transfers = patchTransfers(started, { run: 4, result: 'answered' }, LATER);
    const lease = { owner: 'r', until: LATER.toISOString(), heard_at: NOW.toISOString() };
    const found = { status: 'in_progress', response: null, isAnswered: true, cause: null } as const;
    const decision = reconcile({ ...call, transfers }, lease, found, LATER);
    assert.deepInclude(decision, { kind: 'end', hangUp: false });
    assert.deepInclude(decision.kind === 'end' ? decision.changes : {}, {
      ...{ status: 'completed', call_response: 'answered', end_time_utc: LATER.toISOString() },
    });
    assert.deepInclude(reconcile({ ...call, transfers: started }, lease, found, LATER), { kind: 'end', hangUp: true });
  });
});

describe('the person of a transfer', () => {
  it('may be on the line without a result, when they answered, and when the transfer was canceled', () => {
    for (const result of [null, 'answered', 'canceled'] as const)
      assert.isTrue(mayBeOnLine({ result }), String(result));
    for (const result of ['busy', 'no_answer', 'not_confirmed', 'failed'] as const)
      assert.isFalse(mayBeOnLine({ result }), result);
  });
});
