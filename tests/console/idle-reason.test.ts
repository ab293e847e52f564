import { assert } from 'chai';
import { nextOpening } from '../../console/src/pages/campaigns/schedule.ts';
import { idleReason, type CampaignCall } from '../../console/src/pages/campaigns/idle-reason.ts';
import { isOpen } from '../../domain/campaigns/schedule.ts';

/** A Sunday. */
const NOW = new Date('2026-03-01T12:00:00Z');
const BERLIN = 'Europe/Berlin';
const OFFICE = [0, 1, 2, 3, 4].map((day_of_week) => ({ day_of_week, start_time: '09:00', end_time: '17:00' }));

const running = {
  state: 'running',
  total_rows: 10,
  processed_rows: 2,
  updated_at: '2026-03-01T11:50:00Z',
  retry_config: { enabled: true, max_retries: 1, retry_delay_seconds: 120, retry_on_busy: true },
  orchestrator_metadata: { max_concurrency: 2 },
} as const;

const call = (to_number: string, facts: Partial<CampaignCall> = {}): CampaignCall => ({
  to_number,
  status: 'completed',
  call_response: 'answered',
  created_at: '2026-03-01T11:58:00Z',
  end_time_utc: '2026-03-01T11:59:00Z',
  ...facts,
});
const live = (to_number: string) => call(to_number, { status: 'in_progress', call_response: null, end_time_utc: null });

describe('why a campaign does not dial', () => {
  it('follows from its state, with the platform’s reason for a pause or failure', () => {
    const still = (state: 'created' | 'paused' | 'completed' | 'failed', metadata: object = {}) =>
      idleReason({ ...running, state, orchestrator_metadata: metadata }, [], NOW);
    assert.deepEqual(still('created'), { kind: 'notStarted' });
    assert.deepEqual(still('completed'), { kind: 'completed' });
    assert.deepEqual(still('paused'), { kind: 'paused' });
    assert.deepEqual(still('paused', { paused_reason: 'Circuit breaker' }), {
      kind: 'stoppedItself',
      reason: 'Circuit breaker',
    });
    assert.deepEqual(still('failed', { failed_reason: 'gone' }), { kind: 'failed', reason: 'gone' });
  });

  it('is its breaker, with the time of the next try', () => {
    const still = (state: 'open' | 'half_open') => {
      const breaker = { state, reason: 'Calls failed', probe_at: '2026-03-01T12:05:00Z' };
      return idleReason({ ...running, orchestrator_metadata: { breaker_state: breaker } }, [live('+1')], NOW);
    };
    const probeAt = new Date('2026-03-01T12:05:00Z');
    assert.deepEqual(still('open'), { kind: 'breakerOpen', reason: 'Calls failed', probeAt });
    assert.deepEqual(still('half_open'), { kind: 'breakerProbes', reason: 'Calls failed' });
  });

  it('is the schedule outside its hours, and never when that is switched off', () => {
    const at = (enabled: boolean, timezone = BERLIN) =>
      idleReason(
        { ...running, orchestrator_metadata: { schedule_config: { enabled, timezone, slots: OFFICE } } },
        [],
        NOW,
      );
    const opensAt = new Date('2026-03-02T08:00:00Z');
    assert.deepEqual(at(true), { kind: 'outsideSchedule', zone: BERLIN, opensAt });
    assert.deepEqual(at(true, 'Mars/Olympus'), { kind: 'zoneUnknown' });
    assert.deepEqual(at(false), { kind: 'waitingForSlot' });
  });

  it('is that all its lines are taken, or that the last contacts are on them', () => {
    assert.deepEqual(idleReason(running, [live('+1'), live('+2')], NOW), { kind: 'atLimit', live: 2 });
    assert.deepEqual(idleReason({ ...running, processed_rows: 9 }, [live('+1')], NOW), { kind: 'ending' });
  });

  it('is the retry delay while an unreached contact has attempts left', () => {
    const busy = call('+1', { call_response: 'busy' });
    assert.deepEqual(idleReason(running, [busy, call('+2')], NOW), {
      kind: 'waitingForRetry',
      around: new Date('2026-03-01T12:01:00Z'),
    });
    assert.deepEqual(idleReason(running, [busy, call('+1', { call_response: 'busy' })], NOW), {
      kind: 'waitingForSlot',
    });
    assert.deepEqual(idleReason(running, [call('+1', { call_response: 'voicemail' })], NOW), {
      kind: 'waitingForSlot',
    });
  });

  it('is the retry delay although another call is still live', () => {
    const busy = call('+1', { call_response: 'busy' });
    assert.deepEqual(idleReason(running, [live('+2'), busy], NOW), {
      kind: 'waitingForRetry',
      around: new Date('2026-03-01T12:01:00Z'),
    });
    assert.deepEqual(idleReason(running, [live('+2')], NOW), { kind: 'waitingForSlot' });
  });

  it('is that no line is free where nothing was dialled since it was started', () => {
    assert.deepEqual(idleReason(running, [], NOW), { kind: 'waitingForSlot' });
    assert.deepEqual(idleReason({ ...running, processed_rows: 10 }, [], NOW), { kind: 'completed' });
  });

  it('is nothing while it dials, or has just begun to', () => {
    assert.isNull(idleReason(running, [call('+1', { created_at: '2026-03-01T11:59:58Z' })], NOW));
    assert.isNull(idleReason({ ...running, updated_at: '2026-03-01T11:59:58Z' }, [], NOW));
    assert.isNull(idleReason({ ...running, updated_at: '2026-03-01T11:59:58Z' }, [call('+1')], NOW));
  });
});

describe('the next opening of a schedule', () => {
  const opening = (timezone: string, from: string, slots: typeof OFFICE) =>
    nextOpening({ enabled: true, timezone, slots }, new Date(from))?.toISOString();

  it('is the nearest start of all slots, and none while one is open', () => {
    const slots = [
      { day_of_week: 5, start_time: '22:00', end_time: '02:00' },
      { day_of_week: 6, start_time: '20:00', end_time: '24:00' },
    ];
    assert.strictEqual(opening('UTC', '2026-03-01T12:00:30Z', slots), '2026-03-01T20:00:00.000Z');
    assert.isUndefined(opening('UTC', '2026-03-01T01:59:59Z', slots));
    assert.strictEqual(opening('UTC', '2026-03-01T02:00:00Z', slots), '2026-03-01T20:00:00.000Z');
    assert.isUndefined(opening('UTC', '2026-03-01T12:00:00Z', []));
  });

  it('goes by the clocks of the zone, also across their change', () => {
    const monday = [{ day_of_week: 0, start_time: '09:00', end_time: '10:00' }];
    assert.strictEqual(opening(BERLIN, '2026-03-28T12:00:00Z', monday), '2026-03-30T07:00:00.000Z');
    assert.strictEqual(opening(BERLIN, '2026-10-24T12:00:00Z', monday), '2026-10-26T08:00:00.000Z');
  });

  it('is a moment at which the platform dials', () => {
    const schedule = { enabled: true, timezone: 'Asia/Kolkata', slots: OFFICE };
    for (let hour = 0; hour < 7 * 24; hour += 5) {
      const from = new Date(NOW.getTime() + hour * 3_600_000);
      const next = nextOpening(schedule, from);
      if (next === null) assert.isTrue(isOpen(schedule, from, () => 330));
      else {
        assert.isTrue(isOpen(schedule, next, () => 330));
        assert.isFalse(isOpen(schedule, new Date(next.getTime() - 1), () => 330));
      }
    }
  });
});
