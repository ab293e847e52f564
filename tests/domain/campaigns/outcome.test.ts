import { assert } from 'chai';
import { CALL_STATUSES, outboundCall, type CallLog } from '../../../domain/calls/call-log.ts';
import { outcomeOf } from '../../../domain/campaigns/outcome.ts';
import { verdictOn } from '../../../domain/campaigns/refusal.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { NOON } from './example.ts';

const call = (more: Partial<CallLog>): CallLog => ({
  ...outboundCall({
    call_id: 'c',
    org_id: 'o',
    agent_id: 'a',
    agent_name: 'A',
    telephony_provider: 'plivo',
    from_number: '+1',
    to_number: '+2',
    custom_variables: {},
    now: NOON,
  }),
  ...more,
});

describe('the outcome of a call', () => {
  it('is its disposition once it is over, and nothing before', () => {
    for (const status of CALL_STATUSES) {
      const isLive = ['initiated', 'ringing', 'in_progress'].includes(status);
      assert.equal(outcomeOf(call({ status, call_response: 'declined' })), isLive ? null : 'declined', status);
    }
  });

  it('is told by its status where nobody said more', () => {
    for (const status of ['busy', 'no_answer', 'failed', 'canceled'] as const)
      assert.equal(outcomeOf(call({ status })), status);
    assert.isNull(outcomeOf(call({ status: 'completed' })));
    assert.equal(outcomeOf(call({ status: 'completed', start_time_utc: NOON.toISOString() })), 'answered');
  });
});

describe('a refusal to dial', () => {
  const verdict = (status: number, more = {}) => verdictOn(new CarrierFailure('No', { status, ...more }), 'plivo');

  it('to slow down puts the contact off for as long as the carrier says, and is no failure', () => {
    assert.deepEqual(verdict(429, { retryAfterMs: 7_000 }), { kind: 'later', waitMs: 7_000, isFailure: false });
    assert.deepEqual(verdict(429), { kind: 'later', waitMs: 2_000, isFailure: false });
    assert.deepEqual(verdict(429, { retryAfterMs: 1e9 }), { kind: 'later', waitMs: 600_000, isFailure: false });
  });

  it('of the credentials or of the whole account stops the campaign, and says what to do', () => {
    const reasons = {
      401: 'plivo refuses the stored credentials (401): store them again, then resume',
      403: 'plivo does not let the account call (403): settle it with plivo or store other credentials, then resume',
    };
    for (const [status, reason] of Object.entries(reasons))
      assert.deepEqual(verdict(Number(status)), { kind: 'stop', waitMs: 60_000, reason });
  });

  it('for want of credit puts the contact off, and is a failure of the carrier', () => {
    for (const status of [402, 407, 451])
      assert.deepEqual(verdict(status), { kind: 'later', waitMs: 60_000, isFailure: true });
  });

  it('of the number is final', () => {
    assert.deepEqual(verdict(400, { response: 'invalid_number' }), { kind: 'final', outcome: 'invalid_number' });
    assert.deepEqual(verdict(403, { response: 'declined' }), { kind: 'final', outcome: 'declined' });
    assert.deepEqual(verdict(400), { kind: 'final', outcome: 'failed' });
  });
});
