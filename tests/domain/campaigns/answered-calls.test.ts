import { assert } from 'chai';
import fc from 'fast-check';
import {
  decisionOn,
  earlyDecision,
  judgingOf,
  nextLook,
  type CallFinding,
} from '../../../domain/campaigns/answered-calls.ts';
import { nextAttempt, retryConfig, type RetryInput } from '../../../domain/campaigns/retry-policy.ts';
import type { RetryDecision } from '../../../domain/campaigns/retry-decision.ts';
import { outboundCall } from '../../../domain/calls/call-log.ts';
import { hungUpAfter } from '../../../domain/campaigns/run-outcome.ts';
import { at, NOON } from './example.ts';

const PLANS = [
  { values: ['Unfinished', 'bad line'], delays_seconds: [60, 600] },
  { values: ['wrong person'], delays_seconds: [] },
];
const BY_ANALYSIS = { field: 'result', plans: PLANS };
const config = (more: RetryInput = {}) => retryConfig({ by_analysis: BY_ANALYSIS, ...more });
const EARLY = { plans: { hung_up_early: { delays_seconds: [90] } } };
const HOUR = 3_600;

const CALL = outboundCall({
  ...{ call_id: 'c', org_id: 'o', agent_id: 'a', agent_name: 'A', telephony_provider: 'plivo' },
  ...{ from_number: '+1', to_number: '+2', custom_variables: {}, now: NOON },
});
const answered = (attempt = 0, stayedSeconds: number | null = null) =>
  ({ attempt, outcome: 'answered', stayedSeconds }) as const;
const value = (text: string): CallFinding['analysis'] => ({ reason: 'value', value: text });
const finding = (analysis: CallFinding['analysis'], more: Partial<CallFinding> = {}): CallFinding => ({
  ...{ analysis, bar: null, stayedSeconds: null },
  ...more,
});
const SINCE = { since: NOON.toISOString() };

describe('judgingOf', () => {
  it('waits for the analysis of an answered call that could be retried', () => {
    assert.deepEqual(judgingOf(config(), answered(), NOON), { ...SINCE, until: at(1_800).toISOString() });
    assert.isNotNull(judgingOf(config(), answered(1), NOON));
  });

  it('waits for nothing that could not change anything', () => {
    assert.isNull(judgingOf(config(), answered(2), NOON), 'the last attempt');
    assert.isNull(judgingOf(config({ max_retries: 9 }), answered(2), NOON), 'after the last delay');
    assert.isNull(judgingOf(config({ enabled: false }), answered(), NOON), 'without retries');
    assert.isNull(judgingOf(config(), { ...answered(), outcome: 'busy' }, NOON), 'a busy call');
    assert.isNull(judgingOf(retryConfig(), answered(), NOON), 'without plans');
  });

  it('waits where only an early end could be retried, because the analysis may say that the contact is final', () => {
    const plans = [{ values: ['wrong person'], delays_seconds: [] }];
    const early = config({ ...EARLY, by_analysis: { field: 'result', plans } });
    assert.isNotNull(judgingOf(early, answered(0, 3), NOON));
    assert.isNull(judgingOf(early, answered(0, 30), NOON));
  });
});

describe('decisionOn', () => {
  const on = (given: CallFinding, more: RetryInput = {}, attempt = 0) =>
    decisionOn(config(more), attempt, SINCE, given, at(300));
  const retry = (seconds: number, more: Pick<RetryDecision, 'reason' | 'value'>): RetryDecision => ({
    retry_at: at(seconds).toISOString(),
    decided_at: at(300).toISOString(),
    ...more,
  });
  const final = (more: Pick<RetryDecision, 'reason' | 'value'>): RetryDecision => ({
    retry_at: null,
    decided_at: at(300).toISOString(),
    ...more,
  });

  it('retries by the plan of the value, from the end of the call', () => {
    const unfinished = finding(value('Unfinished'));
    assert.deepEqual(on(unfinished), retry(60, { reason: 'value', value: 'Unfinished' }));
    assert.deepEqual(on(unfinished, {}, 1), retry(600, { reason: 'value', value: 'Unfinished' }));
    assert.deepEqual(on(unfinished, {}, 2), final({ reason: 'value', value: 'Unfinished' }));
    assert.deepEqual(on(unfinished, { enabled: false }), final({ reason: 'value', value: 'Unfinished' }));
    const varied = { field: 'result', plans: [{ values: ['Unfinished'], delays_seconds: [60], vary_hours: true }] };
    assert.deepEqual(
      on(unfinished, { by_analysis: varied }),
      retry(3 * HOUR, { reason: 'value', value: 'Unfinished' }),
    );
  });

  it('is final with a plan without delays, even after an early end', () => {
    const wrong = finding(value('wrong person'), { stayedSeconds: 3 });
    assert.deepEqual(on(wrong, EARLY), final({ reason: 'value', value: 'wrong person' }));
  });

  it('retries an early end where the analysis says nothing', () => {
    for (const reason of ['no_plan', 'no_analysis'] as const) {
      assert.deepEqual(on(finding({ reason }, { stayedSeconds: 3 }), EARLY), retry(90, { reason: 'hung_up_early' }));
      assert.deepEqual(on(finding({ reason }, { stayedSeconds: 10 }), EARLY), final({ reason }));
      assert.deepEqual(on(finding({ reason })), final({ reason }));
    }
  });

  it('is final whatever was found when the number is suppressed or erased, or a callback was agreed', () => {
    for (const bar of ['suppressed', 'callback', 'erased'] as const)
      assert.deepEqual(on(finding(value('Unfinished'), { bar }), EARLY), final({ reason: bar }));
  });

  it('follows the settings of its time: a value that no plan has any more counts as none', () => {
    assert.deepEqual(on(finding(value('gone'))), final({ reason: 'no_plan' }));
    assert.deepEqual(on(finding(value('Unfinished')), { by_analysis: null }), final({ reason: 'no_plan' }));
  });

  it('retries nothing that was not worth waiting for, nor beyond the retries', () => {
    const delays = fc.array(fc.integer({ min: 30, max: 9_999 }), { maxLength: 3 });
    const configs = fc.record({
      ...{ enabled: fc.boolean(), max_retries: fc.integer({ min: 3, max: 4 }), early_seconds: fc.constantFrom(5, 10) },
      plans: fc.option(fc.record({ hung_up_early: delays.map((delays_seconds) => ({ delays_seconds })) }), { nil: {} }),
      by_analysis: fc.tuple(delays, delays).map(([a, b]) => ({
        field: 'f',
        plans: [
          { values: ['a'], delays_seconds: a },
          { values: ['b'], delays_seconds: b },
        ],
      })),
    });
    const analyses = fc.constantFrom(
      value('a'),
      value('b'),
      { reason: 'no_plan' } as const,
      { reason: 'no_analysis' } as const,
    );
    const stays = fc.option(fc.integer({ min: 0, max: 20 }));
    const bars = fc.constantFrom(null, null, null, 'suppressed' as const);
    fc.assert(
      fc.property(configs, fc.nat(5), stays, analyses, bars, (given, attempt, stayedSeconds, analysis, bar) => {
        const settings = retryConfig(given);
        const waits = judgingOf(settings, answered(attempt, stayedSeconds), NOON);
        const decision = decisionOn(settings, attempt, SINCE, { analysis, bar, stayedSeconds }, at(9));
        if (waits === null || bar) assert.isNull(decision.retry_at);
        if (decision.retry_at !== null) assert.isTrue(settings.enabled && attempt < settings.max_retries);
      }),
    );
  });
});

describe('a call that is hung up early', () => {
  const early = retryConfig(EARLY);

  it('is retried by its plan without an analysis', () => {
    assert.deepEqual(nextAttempt(early, 'answered', 0, NOON, 9.9), at(90));
    assert.isNull(nextAttempt(early, 'answered', 0, NOON, 10));
    assert.isNull(nextAttempt(early, 'answered', 0, NOON));
    assert.deepEqual(nextAttempt(retryConfig({ ...EARLY, early_seconds: 30 }), 'answered', 0, NOON, 29), at(90));
    assert.isNull(nextAttempt(retryConfig(), 'answered', 0, NOON, 1));
  });

  it('has a decision, also where it is final', () => {
    assert.deepInclude(earlyDecision(early, answered(0, 3), NOON), {
      reason: 'hung_up_early',
      retry_at: at(90).toISOString(),
    });
    assert.deepInclude(earlyDecision(early, answered(1, 3), NOON), { reason: 'hung_up_early', retry_at: null });
    assert.isNull(earlyDecision(early, answered(0, 30), NOON));
    assert.isNull(earlyDecision(early, { ...answered(0, 3), outcome: 'voicemail' }, NOON));
    assert.isNull(earlyDecision({ ...early, enabled: false }, answered(0, 3), NOON));
  });

  it('is one that the person ended, as far as that is known', () => {
    const ended = { ...CALL, start_time_utc: NOON.toISOString(), duration: 4 };
    assert.equal(hungUpAfter(ended), 4);
    assert.equal(hungUpAfter({ ...ended, end_reason: 'caller_left' }), 4);
    assert.isNull(hungUpAfter({ ...ended, end_reason: 'agent_ended' }));
    assert.isNull(hungUpAfter({ ...ended, start_time_utc: null }));
  });
});

describe('nextLook', () => {
  it('comes more and more seldom, at most a minute apart, and last at the end of the wait', () => {
    const judging = judgingOf(config(), answered(), NOON)!;
    const looks = [nextLook(judging, NOON)];
    while (looks.at(-1)! < judging.until) looks.push(nextLook(judging, new Date(looks.at(-1)!)));
    const gaps = looks.map((look, index) => (Date.parse(look) - Date.parse(looks[index - 1] ?? SINCE.since)) / 1_000);
    assert.equal(looks.at(-1), judging.until);
    assert.deepEqual(gaps.slice(0, 4), [5, 5, 5, 7.5]);
    assert.equal(Math.max(...gaps), 60);
    assert.isBelow(looks.length, 45);
    assert.equal(nextLook(judging, at(-100)), at(-95).toISOString(), 'after the clock was set back');
  });
});
