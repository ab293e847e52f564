import { assert } from 'chai';
import fc from 'fast-check';
import { CALL_STATUSES, outboundCall, type CallLog, CALL_RESPONSES } from '../../../domain/calls/call-log.ts';
import { nextAttempt } from '../../../domain/campaigns/retry-policy.ts';
import { runOutcomeOf, REDIALABLE, type RunOutcome } from '../../../domain/campaigns/run-outcome.ts';
import { classifyRefusal } from '../../../domain/campaigns/carrier-refusal.ts';
import { CarrierFailure } from '../../../domain/telephony/carrier-failure.ts';
import { NOON, at } from './example.ts';
import { DEFAULT_RETRY, type RetryConfig } from '../../../domain/campaigns/retry-policy.ts';

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

describe('runOutcomeOf', () => {
  it('is the disposition of an ended call, and null before', () => {
    for (const status of CALL_STATUSES) {
      const isLive = ['initiated', 'ringing', 'in_progress'].includes(status);
      assert.equal(runOutcomeOf(call({ status, call_response: 'declined' })), isLive ? null : 'declined', status);
    }
  });

  it('falls back to the status without a disposition', () => {
    for (const status of ['busy', 'no_answer', 'failed', 'canceled'] as const)
      assert.equal(runOutcomeOf(call({ status })), status);
    assert.isNull(runOutcomeOf(call({ status: 'completed' })));
    assert.equal(runOutcomeOf(call({ status: 'completed', start_time_utc: NOON.toISOString() })), 'answered');
  });
});

describe('classifyRefusal', () => {
  const verdict = (status: number, more = {}) =>
    classifyRefusal(new CarrierFailure('No', { status, ...more }), 'plivo');

  it('delays the contact as the carrier asks when throttled, without a failure', () => {
    assert.deepEqual(verdict(429, { retryAfterMs: 7_000 }), { kind: 'later', waitMs: 7_000, isFailure: false });
    assert.deepEqual(verdict(429), { kind: 'later', waitMs: 2_000, isFailure: false });
    assert.deepEqual(verdict(429, { retryAfterMs: 1e9 }), { kind: 'later', waitMs: 600_000, isFailure: false });
  });

  it('stops the campaign when credentials or account are rejected', () => {
    const reasons = {
      401: 'plivo rejected the stored credentials (401): update them, then resume',
      403: 'plivo does not allow this account to call (403): contact plivo or store other credentials, then resume',
    };
    for (const [status, reason] of Object.entries(reasons))
      assert.deepEqual(verdict(Number(status)), { kind: 'stop', waitMs: 60_000, reason });
  });

  it('delays the contact without credit, as a failure', () => {
    for (const status of [402, 407, 451])
      assert.deepEqual(verdict(status), { kind: 'later', waitMs: 60_000, isFailure: true });
  });

  it('makes the refusal of a number final', () => {
    assert.deepEqual(verdict(400, { response: 'invalid_number' }), { kind: 'final', outcome: 'invalid_number' });
    assert.deepEqual(verdict(403, { response: 'declined' }), { kind: 'final', outcome: 'declined' });
    assert.deepEqual(verdict(400), { kind: 'final', outcome: 'failed' });
  });
});

const OUTCOMES: readonly RunOutcome[] = [...CALL_RESPONSES, 'unknown'];
const RETRIED_BY: Partial<Record<RunOutcome, keyof RetryConfig>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};
const ALL: RetryConfig = { ...DEFAULT_RETRY, retry_on_voicemail: true, max_retries: 3, retry_delay_seconds: 45 };

describe('nextAttempt', () => {
  for (const outcome of OUTCOMES) {
    const allowance = RETRIED_BY[outcome];
    it(`after ${outcome} is ${allowance ? `allowed by ${allowance}` : 'null'}`, () => {
      for (const attempt of [0, 1, 2, 3, 4]) {
        const expected = allowance && attempt < 3 ? at(45) : null;
        assert.deepEqual(nextAttempt(ALL, outcome, attempt, at(0)), expected, `attempt ${attempt}`);
      }
      assert.isNull(nextAttempt({ ...ALL, enabled: false }, outcome, 0, at(0)));
      if (allowance) assert.isNull(nextAttempt({ ...ALL, [allowance]: false }, outcome, 0, at(0)));
    });
  }

  it('follows the plan of an outcome, attempt by attempt, and the settings for all others', () => {
    const config = {
      ...ALL,
      retry_on_busy: false,
      plans: { busy: { delays_seconds: [30, 600] }, failed: { delays_seconds: [60] } },
    };
    const after = (outcome: RunOutcome, attempt: number) => nextAttempt(config, outcome, attempt, at(0));
    assert.deepEqual(
      [0, 1, 2, 3].map((attempt) => after('busy', attempt)),
      [at(30), at(600), null, null],
    );
    assert.deepEqual(after('failed', 0), at(60));
    assert.isNull(after('failed', 1));
    assert.isNull(after('declined', 0), 'as retry_on_busy says');
    assert.deepEqual(after('no_answer', 2), at(45));
    assert.isNull(nextAttempt({ ...config, max_retries: 1 }, 'busy', 1, at(0)));
    assert.isNull(nextAttempt({ ...config, enabled: false }, 'busy', 0, at(0)));
    for (const outcome of ['answered', 'unknown', 'suppressed', 'constructor'] as RunOutcome[])
      assert.isNull(after(outcome, 0));
  });

  it('moves the next attempt to another time of the day, no further than three hours, and no earlier', () => {
    const hour = 3_600;
    fc.assert(
      fc.property(fc.integer({ min: 30, max: 30 * 24 * hour }), (seconds) => {
        const plan = { delays_seconds: [seconds], vary_hours: true };
        const next = nextAttempt({ ...ALL, plans: { busy: plan } }, 'busy', 0, at(0))!.getTime();
        const movedMs = next - at(seconds).getTime();
        const shift = ((next - at(0).getTime()) / 1_000) % (24 * hour);
        assert.isAtLeast(Math.min(shift, 24 * hour - shift), 3 * hour);
        assert.isAtLeast(movedMs, 0);
        assert.isAtMost(movedMs, 6 * hour * 1_000);
        if (seconds % (24 * hour) === 10 * hour) assert.equal(movedMs, 0);
      }),
    );
    const varied = (seconds: number) =>
      nextAttempt({ ...ALL, plans: { busy: { delays_seconds: [seconds], vary_hours: true } } }, 'busy', 0, at(0));
    assert.deepEqual(varied(120), at(3 * hour));
    assert.deepEqual(varied(10 * hour), at(10 * hour));
    assert.deepEqual(varied(22 * hour), at(27 * hour));
    assert.deepEqual(varied(24 * hour), at(27 * hour));
  });

  it('lets a redial take contacts not reached whose number is valid', () => {
    assert.sameMembers([...REDIALABLE, 'answered', 'invalid_number'], [...OUTCOMES]);
  });
});
