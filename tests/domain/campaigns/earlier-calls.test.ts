import { assert } from 'chai';
import { outboundCall, webCall, type CallLog, type CallResponse } from '../../../domain/calls/call-log.ts';
import { DEFAULT_ASSUMPTIONS, withOverrides } from '../../../domain/campaigns/call-assumptions.ts';
import { earlierCall, observedAssumptions, type EarlierCall } from '../../../domain/campaigns/earlier-calls.ts';

const NOW = new Date('2026-03-02T09:00:00.000Z');
const at = (seconds: number): string => new Date(NOW.getTime() + seconds * 1_000).toISOString();
const FACTS = { call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'A', now: NOW, custom_variables: {} };
const log = (changes: Partial<CallLog>): CallLog => ({
  ...outboundCall({ ...FACTS, from_number: '+1', to_number: '+2', telephony_provider: 'plivo' }),
  ...changes,
});
const calls = (count: number, outcome: CallResponse, more: Partial<EarlierCall> = {}): EarlierCall[] =>
  Array.from({ length: count }, () => ({ outcome, isRetry: false, ringSeconds: 10, talkSeconds: null, ...more }));

describe('earlier calls', () => {
  it('tell how long they rang and how long they lasted', () => {
    const answered = log({ call_response: 'answered', start_time_utc: at(12), end_time_utc: at(72) });
    assert.deepEqual(earlierCall(answered, true), {
      outcome: 'answered',
      isRetry: true,
      ringSeconds: 12,
      talkSeconds: 60,
    });
    const busy = log({ call_response: 'busy', end_time_utc: at(4) });
    assert.deepInclude(earlierCall(busy, false), { ringSeconds: 4, talkSeconds: null });
    assert.deepInclude(earlierCall(log({ call_response: 'busy' }), false), { ringSeconds: null });
  });

  it('do not tell how long they rang when they waited for another dial after their registration', () => {
    const night = log({ call_response: 'answered', start_time_utc: at(40_000), end_time_utc: at(40_060) });
    assert.deepInclude(earlierCall(night, false), { ringSeconds: null, talkSeconds: 60 });
  });

  it('have shares that are not more than all calls together', () => {
    const observed = observedAssumptions([...calls(60, 'answered'), ...calls(3, 'voicemail'), ...calls(1, 'busy')]);
    assert.doesNotThrow(() => withOverrides({ ...DEFAULT_ASSUMPTIONS, ...observed }, {}));
  });

  it('tell nothing when they are live, canceled or not outbound', () => {
    assert.isNull(earlierCall(log({}), false));
    assert.isNull(earlierCall(log({ call_response: 'canceled' }), false));
    assert.isNull(earlierCall({ ...webCall(FACTS), call_response: 'answered' }, false));
  });

  it('say nothing when fewer than fifty were first dials', () => {
    assert.isNull(observedAssumptions([...calls(49, 'busy'), ...calls(100, 'busy', { isRetry: true })]));
    assert.isNotNull(observedAssumptions(calls(50, 'busy')));
  });

  it('say how many first dials had each outcome, and how many retries were answered', () => {
    const observed = observedAssumptions([
      ...calls(30, 'answered', { talkSeconds: 45 }),
      ...calls(10, 'voicemail'),
      ...calls(6, 'busy'),
      ...calls(4, 'declined'),
      ...calls(5, 'invalid_number'),
      ...calls(45, 'no_answer', { ringSeconds: 40 }),
      ...calls(5, 'answered', { isRetry: true, talkSeconds: 45 }),
      ...calls(45, 'unreachable', { isRetry: true, ringSeconds: 40 }),
    ]);
    assert.deepInclude(observed, { answered_share: 0.3, voicemail_share: 0.1, busy_share: 0.1, failed_share: 0.05 });
    assert.deepInclude(observed, { retry_answered_share: 0.1, talk_seconds: 45, no_answer_seconds: 40 });
    assert.deepInclude(observed, { ring_seconds: 10 });
  });

  it('leave out means of fewer than twenty, and retries of fewer than fifty', () => {
    const observed = observedAssumptions([
      ...calls(19, 'answered', { talkSeconds: 45 }),
      ...calls(40, 'no_answer', { ringSeconds: null }),
      ...calls(49, 'answered', { isRetry: true }),
    ]);
    assert.doesNotHaveAnyKeys(observed, ['talk_seconds', 'no_answer_seconds', 'retry_answered_share']);
  });
});
