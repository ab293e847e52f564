import { assert } from 'chai';
import { outboundCall, webCall, type CallLog } from '../../../domain/calls/call-log.ts';
import {
  isLost,
  patchAfterRuntimeLoss,
  mustAskCarrier,
  RUNTIME_LOST,
  reconcile,
} from '../../../domain/calls/reconciliation.ts';
import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';

const DIALLED = new Date('2026-03-02T09:00:00.000Z');
const later = (seconds: number): Date => new Date(DIALLED.getTime() + seconds * 1000);
const NOW = later(95);
const UNTIL = later(90).toISOString();
const facts = { call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'Ada', custom_variables: {}, now: DIALLED };
const web = (changes: Partial<CallLog> = {}): CallLog => ({ ...webCall(facts), ...changes });
const dialled = (changes: Partial<CallLog> = {}): CallLog => ({
  ...outboundCall({ ...facts, from_number: '+1', to_number: '+2', telephony_provider: 'plivo' }),
  ...changes,
});
const talking = { status: 'in_progress', start_time_utc: later(30).toISOString() } as const;

const LAST_RENEWAL = later(45).toISOString();
const unclaimed = { owner: null, until: UNTIL, heard_at: null };
const claimed = { owner: 'runtime', until: UNTIL, heard_at: LAST_RENEWAL };
const report = (changes: Partial<CarrierReport>): CarrierReport => ({
  status: 'completed',
  response: null,
  isAnswered: false,
  cause: null,
  ...changes,
});

describe('reconcile', () => {
  const endings: readonly [
    string,
    CallLog,
    typeof unclaimed | typeof claimed,
    CarrierReport | null | 'unknown',
    object,
  ][] = [
    [
      'fails a web call whose runtime was lost, as answered',
      web(talking),
      claimed,
      'unknown',
      {
        status: 'failed',
        call_response: 'answered',
        end_time_utc: LAST_RENEWAL,
        duration: 15,
        error_message: RUNTIME_LOST,
      },
    ],
    [
      'fails an answered call that no runtime ran',
      web(talking),
      unclaimed,
      'unknown',
      {
        status: 'failed',
        call_response: 'answered',
        end_time_utc: UNTIL,
        error_message: 'The call was answered, but no runtime ran it',
      },
    ],
    [
      'keeps the AMD result',
      dialled({ ...talking, call_response: 'voicemail' }),
      claimed,
      'unknown',
      { status: 'failed', end_time_utc: LAST_RENEWAL },
    ],
    [
      'fails a dialled call unknown to its carrier',
      dialled(),
      unclaimed,
      null,
      { status: 'failed', call_response: 'failed', error_message: 'The carrier has no record of this call' },
    ],
    [
      'keeps an existing reason',
      dialled({ error_message: 'The carrier did not answer in time' }),
      unclaimed,
      null,
      { status: 'failed', error_message: 'The carrier did not answer in time' },
    ],
    [
      'ends a ringing call as no_answer',
      dialled({ status: 'ringing' }),
      unclaimed,
      'unknown',
      { status: 'failed', call_response: 'no_answer', duration: null, error_message: 'The call was never connected' },
    ],
    [
      'takes the end the carrier reports',
      dialled(),
      unclaimed,
      report({ status: 'busy', response: 'declined', cause: '3020 rejected' }),
      { status: 'busy', call_response: 'declined', error_message: '3020 rejected' },
    ],
    [
      'fails a call that its carrier could not place, with the reason in words',
      dialled(),
      unclaimed,
      report({ status: 'failed', response: 'unreachable', cause: 'SIP 480' }),
      { status: 'failed', call_response: 'unreachable', error_message: 'The number could not be reached: SIP 480' },
    ],
    [
      'fails a call that was picked up but never connected, with the reason',
      dialled(),
      unclaimed,
      report({ isAnswered: true, response: 'answered', cause: '4010 End Of XML Instructions' }),
      {
        status: 'failed',
        call_response: 'failed',
        error_message: 'The call was picked up but never connected to its agent: 4010 End Of XML Instructions',
      },
    ],
    [
      'keeps a connected call answered after its lease expired',
      dialled(talking),
      unclaimed,
      report({ isAnswered: true }),
      { status: 'completed', call_response: 'answered' },
    ],
    [
      'keeps voicemail whether connected or not',
      dialled(),
      unclaimed,
      report({ response: 'voicemail', isAnswered: true }),
      { status: 'completed', call_response: 'voicemail' },
    ],
    [
      'completes a call without evidence of a pickup',
      dialled(),
      unclaimed,
      report({}),
      { status: 'completed', call_response: undefined },
    ],
    [
      'counts a call with a start time as answered',
      dialled(talking),
      unclaimed,
      report({ status: 'no_answer', response: 'no_answer' }),
      { status: 'completed', call_response: undefined, end_time_utc: UNTIL },
    ],
    [
      'fails a call whose runtime was lost despite a normal end at the carrier',
      dialled({ ...talking, error_message: 'The carrier did not answer in time' }),
      claimed,
      report({ isAnswered: true }),
      { status: 'failed', call_response: 'answered', end_time_utc: LAST_RENEWAL, error_message: RUNTIME_LOST },
    ],
  ];
  for (const [promise, call, lease, found, expected] of endings)
    it(promise, () => {
      const decision = reconcile(call, lease, found, NOW);
      if (decision.kind !== 'end') throw new Error(`It was not ended but: ${decision.kind}`);
      const changes: Record<string, unknown> = { ...decision.changes };
      for (const [field, value] of Object.entries(expected)) assert.equal(changes[field], value, field);
      assert.isFalse(decision.hangUp);
    });

  it('hangs up a call that is live at the carrier but has no runtime', () => {
    const goesOn = report({ status: 'in_progress', isAnswered: true });
    const decision = reconcile(dialled(talking), claimed, goesOn, NOW);
    assert.deepInclude(decision, { kind: 'end', hangUp: true });
  });

  it('waits for a ringing call within the connect window', () => {
    const rings = report({ status: 'ringing' });
    assert.deepEqual(reconcile(dialled(), unclaimed, rings, later(179)), { kind: 'wait' });
    const decision = reconcile(dialled({ status: 'ringing' }), unclaimed, rings, later(180));
    assert.deepInclude(decision, { kind: 'end', hangUp: true });
  });

  it('adds the reason and a later end to an ended call that was lost', () => {
    const end = { end_time_utc: later(45).toISOString(), duration: 15 };
    const over = dialled({ ...talking, ...end, status: 'failed', error_message: RUNTIME_LOST });
    const sign = later(50).toISOString();
    assert.deepEqual(patchAfterRuntimeLoss(over, sign, NOW), {
      end_time_utc: sign,
      duration: 20,
      updated_at: NOW.toISOString(),
    });
    for (const [other, lastSign] of [
      [over, later(40)],
      [over, later(45)],
      [{ ...over, status: 'completed', error_message: 'The carrier gave up' }, later(50)],
      [dialled(talking), later(50)],
    ] as const)
      assert.deepEqual(patchAfterRuntimeLoss(other, lastSign.toISOString(), NOW), {});
    const hungUp = { ...over, status: 'completed', error_message: null } as const;
    const why = { error_message: RUNTIME_LOST, updated_at: NOW.toISOString() };
    assert.deepEqual(patchAfterRuntimeLoss(hungUp, sign, NOW), why);
  });

  it('marks a lost call by its status and a message that stored calls have', () => {
    const message = 'The runtime that carried this call stopped without ending it (crash or kill)';
    assert.isTrue(isLost(web({ status: 'failed', error_message: message })));
    assert.isFalse(isLost(web({ status: 'completed', error_message: message })));
    assert.isFalse(isLost(web({ status: 'failed', error_message: 'Away' })));
  });

  it('releases ended calls and web calls that never connected', () => {
    for (const call of [web(), web({ status: 'completed' }), dialled({ status: 'busy' })])
      assert.deepEqual(reconcile(call, unclaimed, 'unknown', NOW), { kind: 'release' });
  });

  it('asks the carrier of live calls that have one', () => {
    assert.isTrue(mustAskCarrier(dialled()));
    assert.isFalse(mustAskCarrier(dialled({ status: 'failed' })));
    assert.isFalse(mustAskCarrier(web(talking)));
  });
});
