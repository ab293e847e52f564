import { assert } from 'chai';
import {
  analysisBody,
  analysisDraft,
  isSoundAnalysis,
  minutesFault,
  NEW_ANALYSIS,
  WAIT_MINUTES,
} from '../../console/src/pages/campaigns/analysis-retry.ts';
import type { Campaign } from '../../console/src/pages/campaigns/campaign.ts';
import { hoursOf, slotsOf } from '../../console/src/pages/campaigns/open-hours.ts';
import { delaysOf, planDrafts, planFault, plansBody } from '../../console/src/pages/campaigns/retry-plans.ts';
import {
  BOUNDS,
  bodyOf,
  draftOf,
  isSound,
  newDraft,
  outOfBounds,
} from '../../console/src/pages/campaigns/settings-draft.ts';
import { CALLER_ID_POOL_BOUNDS, callerIdPool } from '../../domain/campaigns/caller-id-pool.ts';
import { BOUNDS as OF_CAMPAIGNS } from '../../domain/campaigns/settings.ts';
import { ANALYSIS_WAIT } from '../../domain/campaigns/analysis-retry.ts';
import { DEFAULT_RETRY, EARLY_SECONDS, retryConfig } from '../../domain/campaigns/retry-policy.ts';

const PLATFORM = { ...OF_CAMPAIGNS, ...CALLER_ID_POOL_BOUNDS, early_seconds: EARLY_SECONDS };
const NUMBERS = ['+14155550100', '+12125550100'];

const slot = (day_of_week: number, start_time: string, end_time: string) => ({ day_of_week, start_time, end_time });
const running = {
  rate_limit_per_second: 3,
  retry_config: retryConfig({
    max_retries: 4,
    plans: { busy: { delays_seconds: [30, 300] }, no_answer: { delays_seconds: [14_400], vary_hours: true } },
  }),
  orchestrator_metadata: {
    max_concurrency: 7,
    schedule_config: {
      enabled: true,
      timezone: 'Asia/Kolkata',
      slots: [slot(1, '10:00', '24:00'), slot(0, '10:00', '24:00')],
    },
    circuit_breaker: { enabled: true, failure_threshold: 0.25, window_seconds: 60, min_calls_in_window: 9 },
    caller_id_pool: callerIdPool({ numbers: NUMBERS, min_answer_rate: 0.15, min_interval_seconds: 30 }),
  },
} as unknown as Campaign;

describe('the settings of a campaign', () => {
  it('have the bounds of the platform, and what it does where nothing is said', () => {
    for (const { field, minimum, maximum } of Object.values(BOUNDS)) {
      const name = field.slice(field.lastIndexOf('.') + 1) as keyof typeof PLATFORM;
      const scale = name === 'failure_threshold' || name === 'min_answer_rate' ? 100 : 1;
      const { minimum: least, maximum: most } = PLATFORM[name];
      assert.deepEqual([minimum, maximum], [least * scale, most * scale], field);
    }
    assert.deepEqual<unknown>(bodyOf(newDraft('UTC')).retry_config, { ...DEFAULT_RETRY });
  });

  it('come back from the form as they went into it', () => {
    const { retry_config: retry, orchestrator_metadata: metadata, rate_limit_per_second } = running;
    const slots = [slot(0, '10:00', '00:00'), slot(1, '10:00', '00:00')];
    assert.deepEqual<unknown>(bodyOf(draftOf(running, 'UTC'), running), {
      rate_limit_per_second,
      retry_config: retry,
      ...metadata,
      schedule_config: { ...metadata.schedule_config, slots },
    });
  });

  it('switch off what there was, and never mention what there never was', () => {
    const off = { ...newDraft('UTC'), retries: false };
    assert.doesNotHaveAnyKeys(bodyOf(off), ['schedule_config', 'circuit_breaker', 'caller_id_pool']);
    assert.notProperty(bodyOf(newDraft('UTC')).retry_config, 'plans');
    const {
      schedule_config: schedule,
      circuit_breaker: breaker,
      retry_config: retry,
      caller_id_pool: pool,
    } = bodyOf(off, running);
    assert.deepEqual([schedule?.enabled, breaker?.enabled, retry.enabled], [false, false, false]);
    assert.isNull(pool);
  });

  it('have a breaker try again on its own, or pause instead from now on', () => {
    const { circuit_breaker, ...others } = running.orchestrator_metadata;
    const probing = { ...others, circuit_breaker: { ...circuit_breaker!, probe_after_seconds: 90 } };
    const draft = draftOf({ ...running, orchestrator_metadata: probing }, 'UTC');
    const sent = (probes: boolean, before: Campaign['orchestrator_metadata']) =>
      bodyOf({ ...draft, probes }, { ...running, orchestrator_metadata: before }).circuit_breaker;
    assert.deepEqual<unknown>(sent(true, probing), probing.circuit_breaker);
    assert.deepEqual<unknown>(sent(false, probing), { ...circuit_breaker, probe_after_seconds: null });
    assert.deepEqual<unknown>(sent(false, running.orchestrator_metadata), circuit_breaker);
    assert.isTrue(outOfBounds({ ...draft, probeAfter: '29' }).has('probeAfter'));
    assert.isFalse(outOfBounds({ ...draft, probeAfter: '29', probes: false }).has('probeAfter'));
  });

  it('must be whole numbers within their bounds, as far as they are used', () => {
    const wrong = { ...newDraft('UTC'), rate: '21', concurrency: '', maxRetries: '1.5', minCalls: '0' };
    assert.sameMembers([...outOfBounds(wrong)], ['rate', 'concurrency', 'maxRetries']);
    assert.sameMembers(
      [...outOfBounds({ ...wrong, retries: false, breaker: true })],
      ['rate', 'concurrency', 'minCalls'],
    );
  });

  it('have plans of retries in minutes, and remove those that are gone from the form', () => {
    const { plans } = running.retry_config;
    const drafts = planDrafts(plans);
    assert.deepEqual(drafts, [
      { outcome: 'busy', minutes: '0.5, 5', varies: false },
      { outcome: 'no_answer', minutes: '240', varies: true },
    ]);
    assert.deepEqual(plansBody(drafts, {}), running.retry_config.plans);
    assert.deepEqual(plansBody(drafts.slice(1), running.retry_config.plans), {
      busy: null,
      no_answer: { delays_seconds: [14_400], vary_hours: true },
    });
    assert.isUndefined(plansBody([], {}));
    assert.deepEqual(planDrafts({ failed: { delays_seconds: [100] } }).map(delaysOf), [[100]]);
  });

  it('take delays of plans that can be read, no more than there are retries', () => {
    const plan = (minutes: string) => ({ outcome: 'busy' as const, minutes, varies: false });
    for (const minutes of ['', 'soon', '0.4', '43201', '5, later'])
      assert.isNotNull(planFault(plan(minutes), 9), minutes);
    for (const minutes of ['0.5', '5;15', '5, 15 60']) assert.isNull(planFault(plan(minutes), 3), minutes);
    assert.equal(planFault(plan('5, 15, 60'), 2), 'At most 2, as many as there are retries.');
    const draft = { ...newDraft('UTC'), plans: [plan('5, 15, 60')] };
    assert.isFalse(isSound(draft));
    assert.isTrue(isSound({ ...draft, maxRetries: '3' }));
    assert.isTrue(isSound({ ...draft, retries: false }));
  });

  it('have plans by the analysis, and the time within which a call is hung up early', () => {
    const retries = retryConfig({
      ...{ max_retries: 2, early_seconds: 15 },
      plans: { hung_up_early: { delays_seconds: [90] } },
      by_analysis: {
        field: 'result',
        plans: [
          { values: ['not, now', 'later'], delays_seconds: [3_600, 86_400], vary_hours: true },
          { values: ['never'], delays_seconds: [] },
        ],
        wait_seconds: 90,
      },
    }) as Campaign['retry_config'];
    const before = { ...running, retry_config: retries };
    const draft = draftOf(before, 'UTC');
    assert.deepEqual(draft.analysed, {
      field: 'result',
      plans: [
        { values: 'not, now\nlater', minutes: '60, 1440', varies: true },
        { values: 'never', minutes: '', varies: false },
      ],
      waitMinutes: '1.5',
    });
    assert.deepEqual<unknown>(bodyOf(draft, before).retry_config, retries);
    assert.isNull(bodyOf({ ...draft, analysed: null }, before).retry_config.by_analysis);
    assert.notProperty(bodyOf({ ...draft, analysed: null }, running).retry_config, 'by_analysis');
    assert.notProperty(bodyOf({ ...draft, plans: [] }, before).retry_config, 'early_seconds');
    assert.isTrue(outOfBounds({ ...draft, earlySeconds: '301' }).has('earlySeconds'));
    assert.isFalse(outOfBounds({ ...draft, earlySeconds: '301', plans: [] }).has('earlySeconds'));
    assert.isFalse(isSound({ ...draft, maxRetries: '1', plans: [] }));
    assert.isTrue(isSound({ ...draft, maxRetries: '1', plans: [], analysed: null }));
  });

  it('take plans by the analysis with a field, values, and a wait that the platform allows', () => {
    const { minimum, maximum } = ANALYSIS_WAIT;
    assert.deepEqual<unknown>(WAIT_MINUTES, { minimum: minimum / 60, maximum: maximum / 60 });
    assert.equal(Number(NEW_ANALYSIS.waitMinutes) * 60, ANALYSIS_WAIT.default);
    const plan = { values: 'later', minutes: '60', varies: false };
    const sound = { ...NEW_ANALYSIS, field: 'result', plans: [plan] };
    assert.isTrue(isSoundAnalysis(sound, 1));
    assert.isTrue(isSoundAnalysis(null, 0));
    for (const wrong of [
      { field: ' ' },
      ...['', '0.5', '1441', 'soon'].map((waitMinutes) => ({ waitMinutes })),
      ...['', ' \n '].map((values) => ({ plans: [{ ...plan, values }] })),
      { plans: [{ ...plan, minutes: 'soon' }] },
    ])
      assert.isFalse(isSoundAnalysis({ ...sound, ...wrong }, 1), JSON.stringify(wrong));
    assert.equal(minutesFault(plan, 0), 'At most 0, as many as there are retries.');
    assert.isUndefined(analysisBody(null, undefined));
    assert.isNull(analysisDraft(undefined));
  });

  it('need a number where the campaign is to call from several', () => {
    const draft = { ...newDraft('UTC'), pooled: true };
    assert.isFalse(isSound(draft));
    assert.isTrue(isSound({ ...draft, poolNumbers: NUMBERS }));
    assert.isTrue(isSound({ ...draft, poolNumbers: NUMBERS, answerRate: '0' }));
    assert.isFalse(isSound({ ...draft, poolNumbers: NUMBERS, rests: true, answerRate: '0' }));
    assert.deepInclude(bodyOf({ ...draft, poolNumbers: NUMBERS }).caller_id_pool, {
      ...{ numbers: NUMBERS, min_answer_rate: null, min_interval_seconds: 0 },
    });
  });

  it('take days with the same hours together, and apart again', () => {
    const slots = [slot(4, '09:00', '12:00'), slot(0, '09:00', '12:00'), slot(0, '13:00', '17:00')];
    const hours = hoursOf(slots);
    assert.deepEqual(hours, [
      { days: [0, 4], from: '09:00', to: '12:00' },
      { days: [0], from: '13:00', to: '17:00' },
    ]);
    assert.deepEqual(slotsOf(hours), [slot(0, '09:00', '12:00'), slot(0, '13:00', '17:00'), slot(4, '09:00', '12:00')]);
  });
});
