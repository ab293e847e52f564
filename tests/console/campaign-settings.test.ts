import { assert } from 'chai';
import type { Campaign } from '../../console/src/pages/campaigns/campaign.ts';
import { hoursOf, slotsOf } from '../../console/src/pages/campaigns/open-hours.ts';
import { BOUNDS, bodyOf, draftOf, newDraft, outOfBounds } from '../../console/src/pages/campaigns/settings-draft.ts';
import { BOUNDS as PLATFORM } from '../../domain/campaigns/settings.ts';
import { DEFAULT_RETRY, retryConfig } from '../../domain/campaigns/retry-policy.ts';

const slot = (day_of_week: number, start_time: string, end_time: string) => ({ day_of_week, start_time, end_time });
const running = {
  rate_limit_per_second: 3,
  retry_config: retryConfig({ max_retries: 4 }),
  orchestrator_metadata: {
    max_concurrency: 7,
    schedule_config: {
      enabled: true,
      timezone: 'Asia/Kolkata',
      slots: [slot(1, '10:00', '24:00'), slot(0, '10:00', '24:00')],
    },
    circuit_breaker: { enabled: true, failure_threshold: 0.25, window_seconds: 60, min_calls_in_window: 9 },
  },
} as unknown as Campaign;

describe('the settings of a campaign', () => {
  it('have the bounds of the platform, and what it does where nothing is said', () => {
    for (const { field, minimum, maximum } of Object.values(BOUNDS)) {
      const name = field.slice(field.lastIndexOf('.') + 1) as keyof typeof PLATFORM;
      const scale = name === 'failure_threshold' ? 100 : 1;
      const { minimum: least, maximum: most } = PLATFORM[name];
      assert.deepEqual([minimum, maximum], [least * scale, most * scale], field);
    }
    assert.deepEqual(bodyOf(newDraft('UTC')).retry_config, { ...DEFAULT_RETRY });
  });

  it('come back from the form as they went into it', () => {
    const { retry_config: retry, orchestrator_metadata: metadata, rate_limit_per_second } = running;
    const slots = [slot(0, '10:00', '00:00'), slot(1, '10:00', '00:00')];
    assert.deepEqual<unknown>(bodyOf(draftOf(running, 'UTC'), metadata), {
      rate_limit_per_second,
      retry_config: retry,
      ...metadata,
      schedule_config: { ...metadata.schedule_config, slots },
    });
  });

  it('switch off what there was, and never mention what there never was', () => {
    const off = { ...newDraft('UTC'), retries: false };
    assert.doesNotHaveAnyKeys(bodyOf(off), ['schedule_config', 'circuit_breaker']);
    const {
      schedule_config: schedule,
      circuit_breaker: breaker,
      retry_config: retry,
    } = bodyOf(off, running.orchestrator_metadata);
    assert.deepEqual([schedule?.enabled, breaker?.enabled, retry.enabled], [false, false, false]);
  });

  it('must be whole numbers within their bounds, as far as they are used', () => {
    const wrong = { ...newDraft('UTC'), rate: '21', concurrency: '', maxRetries: '1.5', minCalls: '0' };
    assert.sameMembers([...outOfBounds(wrong)], ['rate', 'concurrency', 'maxRetries']);
    assert.sameMembers(
      [...outOfBounds({ ...wrong, retries: false, breaker: true })],
      ['rate', 'concurrency', 'minCalls'],
    );
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
