import { assert } from 'chai';
import { loadContract } from '../../../adapters/http/contract.ts';
import { BOUNDS, DEFAULT_RATE_LIMIT, mergeMetadata } from '../../../domain/campaigns/settings.ts';
import { DEFAULT_RETRY, retryConfig } from '../../../domain/campaigns/retry-policy.ts';

const RULES = { limit: 10, isZone: (name: string) => name !== 'Mars/Base' };
const SLOT = { day_of_week: 0, start_time: '09:00', end_time: '17:00' };
const SCHEDULE = { timezone: 'Asia/Kolkata', slots: [SLOT] };

describe('campaign settings', () => {
  it('have the defaults of the platform', () => {
    assert.deepEqual(mergeMetadata({}, {}, RULES), { max_concurrency: 5 });
    assert.deepEqual(mergeMetadata({}, {}, { ...RULES, limit: 3 }), { max_concurrency: 3 });
    assert.deepEqual(retryConfig(), {
      enabled: true,
      max_retries: 2,
      retry_delay_seconds: 120,
      retry_on_busy: true,
      retry_on_no_answer: true,
      retry_on_voicemail: false,
    });
    assert.equal(DEFAULT_RATE_LIMIT, 1);
  });

  it('have a schedule and a breaker only when configured', () => {
    const { schedule_config, circuit_breaker } = mergeMetadata(
      {},
      { schedule_config: SCHEDULE, circuit_breaker: {} },
      RULES,
    );
    assert.deepEqual(schedule_config, { enabled: true, ...SCHEDULE });
    assert.deepEqual(circuit_breaker, {
      enabled: true,
      failure_threshold: 0.5,
      window_seconds: 300,
      min_calls_in_window: 5,
    });
  });

  it('merge the plans of outcomes one by one, and refuse one that is longer than there are retries', () => {
    const busy = { delays_seconds: [60, 600] };
    const before = retryConfig({ plans: { busy, no_answer: { delays_seconds: [90], vary_hours: true } } });
    assert.deepEqual(retryConfig({ retry_on_busy: false }, before).plans, before.plans);
    const failed = { delays_seconds: [30] };
    const after = retryConfig({ plans: { no_answer: null, failed, voicemail: null } }, before);
    assert.deepEqual(after.plans, { busy, failed });
    assert.notProperty(retryConfig({ plans: { busy: null, failed: null } }, after), 'plans');
    const message = /^retry_config\.plans\.busy\.delays_seconds has 2 delays, more than max_retries, which is 1$/;
    assert.throws(() => retryConfig({ max_retries: 1 }, after), message);
    assert.throws(() => retryConfig({ max_retries: 1, plans: { busy } }), message);
    assert.deepEqual(retryConfig({ max_retries: 1, plans: { busy: null } }, after).plans, { failed });
  });

  it('are merged by field', () => {
    const before = mergeMetadata(
      {},
      { max_concurrency: 7, schedule_config: SCHEDULE, circuit_breaker: { window_seconds: 60 } },
      RULES,
    );
    const after = mergeMetadata(
      before,
      { schedule_config: { enabled: false }, circuit_breaker: { enabled: false } },
      RULES,
    );
    assert.equal(after.max_concurrency, 7);
    assert.deepEqual(after.schedule_config, { enabled: false, ...SCHEDULE });
    assert.deepInclude(after.circuit_breaker, { enabled: false, window_seconds: 60 });
    assert.deepEqual(retryConfig({ max_retries: 0 }, retryConfig({ enabled: false })), {
      ...DEFAULT_RETRY,
      enabled: false,
      max_retries: 0,
    });
  });

  it('keep other metadata', () => {
    const before = { max_concurrency: 2, parent_campaign_id: 'p', paused_reason: 'why' };
    assert.deepEqual(mergeMetadata(before, { max_concurrency: 3 }, RULES), { ...before, max_concurrency: 3 });
  });

  it('check max_concurrency against the limit only when it changes', () => {
    assert.throws(() => mergeMetadata({}, { max_concurrency: 11 }, RULES), /exceed the organisation's limit of 10/);
    assert.deepEqual(mergeMetadata({}, { max_concurrency: 10 }, RULES), { max_concurrency: 10 });
    assert.deepEqual(mergeMetadata({ max_concurrency: 11 }, {}, RULES), { max_concurrency: 11 });
  });

  const WRONG: readonly [string, object, RegExp][] = [
    ['no zone', { slots: [SLOT] }, /timezone is required/],
    ['an unknown zone', { ...SCHEDULE, timezone: 'Mars/Base' }, /not a known time zone: Mars\/Base/],
    ['no slots', { timezone: 'UTC' }, /at least one slot/],
    [
      'an invalid start time',
      { ...SCHEDULE, slots: [SLOT, { ...SLOT, start_time: '24:00' }] },
      /slots\[1\]\.start_time/,
    ],
    ['a start time after text', { ...SCHEDULE, slots: [{ ...SLOT, start_time: 'x09:00' }] }, /slots\[0\]\.start_time/],
    ['a start time before text', { ...SCHEDULE, slots: [{ ...SLOT, start_time: '09:00x' }] }, /slots\[0\]\.start_time/],
    ['an invalid end time', { ...SCHEDULE, slots: [{ ...SLOT, end_time: '9:00' }] }, /slots\[0\]\.end_time/],
  ];
  for (const [what, schedule_config, message] of WRONG)
    it(`reject a schedule with ${what}`, () =>
      assert.throws(() => mergeMetadata({}, { schedule_config }, RULES), message));

  it('reject a column of consent that no contact has apart from its number', () => {
    for (const consent of [{ column: ' Phone_Number ' }, { column: 'agreed', expiry_column: 'phone_number' }])
      assert.throws(() => mergeMetadata({}, { consent }, RULES), 'must not be phone_number');
  });

  it('accept a slot until the end of the day', () => {
    const slots = [{ ...SLOT, end_time: '24:00' }];
    const { schedule_config } = mergeMetadata({}, { schedule_config: { ...SCHEDULE, slots } }, RULES);
    assert.deepEqual(schedule_config?.slots, slots);
  });

  it('have the same bounds in the contract', () => {
    const contract = JSON.stringify(loadContract('/api/v1'));
    const { rate_limit_per_second, max_concurrency, ...nested } = BOUNDS;
    for (const [field, { minimum, maximum }] of Object.entries(nested))
      assert.match(
        contract,
        new RegExp(
          `"${field}":\\{"type":("integer"|"number"|\\["integer","null"\\]),"minimum":${minimum},"maximum":${maximum}[,}]`,
        ),
        field,
      );
    for (const { minimum, maximum } of [rate_limit_per_second, max_concurrency])
      assert.include(contract, `"minimum":${minimum},"maximum":${maximum}`);
  });
});
