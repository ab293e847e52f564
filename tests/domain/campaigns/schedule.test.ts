import { assert } from 'chai';
import fc from 'fast-check';
import { builtInZones } from '../../../adapters/time-zones/built-in.ts';
import { isOpen, untilNextMinute, type OffsetAt } from '../../../domain/campaigns/schedule.ts';
import type { ScheduleConfig, ScheduleSlot } from '../../../domain/campaigns/settings.ts';

const utc: OffsetAt = () => 0;
const MONDAY = '2026-03-02';
const schedule = (slots: readonly Partial<ScheduleSlot>[], timezone = 'UTC'): ScheduleConfig => ({
  enabled: true,
  timezone,
  slots: slots.map((slot) => ({ day_of_week: 0, start_time: '09:00', end_time: '17:00', ...slot })),
});
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`);
const slots = fc.array(
  fc.record({
    day_of_week: fc.integer({ min: 0, max: 6 }),
    start_time: time,
    end_time: fc.oneof(time, fc.constant('24:00')),
  }),
  { minLength: 1, maxLength: 4 },
);

/** Every scheduled minute of a week, enumerated as a reference. */
function openMinutes({ slots: all }: ScheduleConfig): Set<number> {
  const open = new Set<number>();
  for (const { day_of_week, start_time, end_time } of all) {
    const minutes = (text: string): number => Number(text.split(':')[0]) * 60 + Number(text.split(':')[1]);
    const length = (minutes(end_time) - minutes(start_time) + 1_440) % 1_440 || 1_440;
    for (let each = 0; each < length; each += 1) open.add((day_of_week * 1_440 + minutes(start_time) + each) % 10_080);
  }
  return open;
}

describe('isOpen', () => {
  it('is true in exactly the scheduled minutes', () => {
    fc.assert(
      fc.property(
        slots,
        fc.integer({ min: 0, max: 10_079 }),
        fc.integer({ min: 0, max: 59_999 }),
        (all, minute, ms) => {
          const config = schedule(all);
          const moment = new Date(Date.parse(`${MONDAY}T00:00:00.000Z`) + minute * 60_000 + ms);
          assert.equal(isOpen(config, moment, utc), openMinutes(config).has(minute));
        },
      ),
    );
  });

  const MOMENTS: readonly [string, Partial<ScheduleSlot>, string, boolean][] = [
    ['is open in its first minute', {}, `${MONDAY}T09:00:00.000Z`, true],
    ['is closed right before its start', {}, `${MONDAY}T08:59:59.999Z`, false],
    ['is closed at its end', {}, `${MONDAY}T17:00:00.000Z`, false],
    ['is open right before its end', {}, `${MONDAY}T16:59:59.999Z`, true],
    ['is closed on other days', {}, '2026-03-03T12:00:00.000Z', false],
    ['can last to the end of the day', { end_time: '24:00' }, `${MONDAY}T23:59:59.999Z`, true],
    ['ends at the end of the day', { end_time: '24:00' }, '2026-03-03T00:00:00.000Z', false],
    [
      'is open in its first minute before midnight',
      { start_time: '22:00', end_time: '02:00' },
      `${MONDAY}T22:00:00.000Z`,
      true,
    ],
    ['crosses midnight', { start_time: '22:00', end_time: '02:00' }, '2026-03-03T01:59:59.999Z', true],
    ['ends at its time after midnight', { start_time: '22:00', end_time: '02:00' }, '2026-03-03T02:00:00.000Z', false],
    [
      'crosses the end of the week',
      { day_of_week: 6, start_time: '22:00', end_time: '02:00' },
      `${MONDAY}T01:00:00.000Z`,
      true,
    ],
    [
      'lasts a day when start and end are equal',
      { start_time: '12:00', end_time: '12:00' },
      '2026-03-03T11:59:00.000Z',
      true,
    ],
  ];
  for (const [sentence, slot, moment, expected] of MOMENTS)
    it(sentence, () => assert.equal(isOpen(schedule([slot]), new Date(moment), utc), expected));

  it('is true without an enabled schedule, and false in an unknown time zone', () => {
    const noon = new Date(`${MONDAY}T12:00:00.000Z`);
    assert.isTrue(isOpen(undefined, noon, utc));
    assert.isTrue(isOpen({ ...schedule([{ day_of_week: 5 }]), enabled: false }, noon, utc));
    assert.isFalse(isOpen(schedule([{}]), noon, () => null));
  });

  it('follows local time through skipped and repeated hours', () => {
    const { offsetAt } = builtInZones();
    const night = schedule([{ day_of_week: 6, start_time: '02:00', end_time: '03:00' }], 'Europe/Berlin');
    const open = (moment: string): boolean => isOpen(night, new Date(moment), offsetAt);
    assert.isFalse(open('2026-03-29T00:59:00.000Z'));
    assert.isFalse(open('2026-03-29T01:00:00.000Z'));
    assert.isTrue(open('2026-10-25T00:30:00.000Z'));
    assert.isTrue(open('2026-10-25T01:30:00.000Z'));
    assert.isFalse(open('2026-10-25T02:00:00.000Z'));
  });

  it('changes with the minute only', () => {
    assert.equal(untilNextMinute(new Date(`${MONDAY}T09:00:00.000Z`)), 60_000);
    assert.equal(untilNextMinute(new Date(`${MONDAY}T09:00:59.999Z`)), 1);
  });
});
