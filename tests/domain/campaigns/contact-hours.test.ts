import { assert } from 'chai';
import fc from 'fast-check';
import { systemZones } from '../../../adapters/time-zones/system.ts';
import { isExpiry, withoutConsent } from '../../../domain/campaigns/consent.ts';
import { closedFor, isOpenFor, type HourRules } from '../../../domain/campaigns/contact-hours.ts';
import { holidayName, readHolidays } from '../../../domain/campaigns/holidays.ts';
import { isOpen, nextOpening, type OffsetAt } from '../../../domain/campaigns/schedule.ts';
import type { ScheduleConfig } from '../../../domain/campaigns/settings.ts';

const OFFSETS: Readonly<Record<string, number>> = { UTC: 0, East: 180, West: -240 };
const offsetAt = (zone: string): number | null => OFFSETS[zone] ?? null;
const [EAST, WEST, EITHER, NOWHERE] = ['+301', '+302', '+303', '+800'];
const RULES: HourRules = {
  offsetAt,
  placeOf: (number) => ({
    zones: { [EAST]: ['East'], [WEST]: ['West'], [EITHER]: ['East', 'West'] }[number] ?? [],
    countries: number === EAST ? ['EA'] : [],
  }),
  holidayOf: (countries, day) => (countries.includes('EA') && day === '2026-03-03' ? 'Day of the East' : null),
};
const daily = (start_time: string, end_time: string, more: Partial<ScheduleConfig> = {}): ScheduleConfig => ({
  enabled: true,
  timezone: 'UTC',
  slots: Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, start_time, end_time })),
  use_contact_timezone: true,
  ...more,
});
const contact = (phone_number: string, context_variables = {}) => ({ phone_number, context_variables });
/** Monday, 2 March 2026. */
const at = (time: string, day = '2026-03-02'): Date => new Date(`${day}T${time}:00Z`);

describe('the hours of contacts', () => {
  const open = (number: string, time: string, schedule = daily('09:00', '17:00'), variables = {}): boolean =>
    isOpenFor(schedule, contact(number, variables), at(time), RULES);

  it('are those of its number’s zone', () => {
    assert.isTrue(open(EAST, '06:00'));
    assert.isFalse(open(EAST, '14:00'));
    assert.isFalse(open(WEST, '12:59'));
    assert.isTrue(open(WEST, '13:00'));
  });

  it('are those of all its zones at once where several are possible', () => {
    assert.deepEqual(
      ['12:59', '13:00', '13:59', '14:00'].map((time) => open(EITHER, time)),
      [false, true, true, false],
    );
  });

  it('are those of its column before those of its number, and the campaign’s own for a number of no country', () => {
    assert.isTrue(open(EAST, '13:00', daily('09:00', '17:00'), { timezone: ' West ' }));
    const named = daily('09:00', '17:00', { timezone_column: 'zone' });
    assert.isFalse(open(EAST, '14:30', named, { timezone: 'West', zone: '' }));
    assert.isTrue(open(EAST, '14:30', named, { zone: 'West' }));
    assert.isTrue(open(NOWHERE, '09:00'));
    assert.isFalse(open(EAST, '10:00', daily('09:00', '17:00'), { timezone: 'Nowhere/Known' }));
  });

  it('are found after the clocks of a zone have changed, by its offset of that time', () => {
    const changed = at('01:00', '2026-03-08').getTime();
    /** Two hours apart until the change, and one afterwards. */
    const moving = (zone: string, when: Date): number | null =>
      zone === 'A' ? 0 : when.getTime() < changed ? 120 : 60;
    const next = (start: string, end: string) =>
      nextOpening(daily(start, end), ['A', 'B'], at('12:00'), moving, () => false)?.toISOString() ?? null;
    assert.equal(next('09:00', '10:30'), '2026-03-08T09:00:00.000Z', 'no common time before');
    assert.equal(next('09:00', '11:30'), '2026-03-03T09:00:00.000Z');
    assert.isNull(next('09:00', '10:00'), 'no common time at all');
    assert.equal(next('02:00', '04:15'), '2026-03-03T02:00:00.000Z');
    const onTheDay = nextOpening(daily('02:00', '03:15'), ['A', 'B'], at('23:00', '2026-03-07'), moving, () => false);
    assert.equal(onTheDay?.toISOString(), '2026-03-08T02:00:00.000Z');
  });

  it('ask for the offsets of zones once a day, unless they change', () => {
    let looks = 0;
    const counted = (zone: string): number | null => ((looks += 1), offsetAt(zone));
    assert.isNull(nextOpening(daily('09:00', '10:00'), ['East', 'West'], at('12:00'), counted, () => false));
    assert.isAtMost(looks, 2 * 22);
  });

  it('ask for few offsets of many zones on a day on which their clocks change', () => {
    const { offsetAt: genuine } = systemZones();
    const zones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Pacific/Honolulu'];
    let looks = 0;
    const counted: OffsetAt = (zone, when) => ((looks += 1), genuine(zone, when));
    const next = (from: Date) => nextOpening(daily('09:00', '17:00'), zones, from, counted, () => false)?.toISOString();
    assert.equal(next(at('03:00', '2026-03-08')), '2026-03-08T19:00:00.000Z', 'nine in Honolulu');
    assert.isAtMost(looks, 60);
  });

  it('begin at the first minute at which all zones are open, also around a change of their clocks', () => {
    const { offsetAt: genuine } = systemZones();
    const zone = fc.constantFrom(
      'Europe/Berlin',
      'Europe/Lisbon',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Tokyo',
    );
    const start = fc.integer({ min: 0, max: 1_380 });
    fc.assert(
      fc.property(fc.array(zone, { minLength: 1, maxLength: 3 }), start, start, (zones, minute, opening) => {
        const clock = (each: number): string =>
          `${String(Math.floor(each / 60)).padStart(2, '0')}:${String(each % 60).padStart(2, '0')}`;
        const schedule = daily(clock(opening), clock((opening + 500) % 1_440));
        const isAll = (each: number): boolean =>
          zones.every((timezone) => isOpen({ ...schedule, timezone }, new Date(each), genuine));
        const from = at('00:00', '2026-03-28').getTime() + minute * 60_000;
        const next = nextOpening(schedule, zones, new Date(from), genuine, () => false)?.getTime() ?? Infinity;
        for (let each = from + 60_000; each < Math.min(next, from + 3 * 86_400_000); each += 60_000)
          assert.isFalse(isAll(each), new Date(each).toISOString());
        if (next < Infinity) assert.isTrue(isAll(next));
      }),
      { numRuns: 8 },
    );
  });

  it('are searched with few looks at each slot, also where there is no common time', () => {
    let reads = 0;
    const slot = (day_of_week: number) => ({
      day_of_week,
      end_time: '09:10',
      get start_time() {
        reads += 1;
        return '09:00';
      },
    });
    const slots = Array.from({ length: 100 }, (_, place) => slot(place % 7));
    assert.isNull(nextOpening({ ...daily('', ''), slots }, ['East', 'West'], at('12:00'), offsetAt, () => false));
    assert.isAtMost(reads, 10 * slots.length);
  });

  it('are those of the campaign where the contact’s do not matter', () => {
    assert.isTrue(open(WEST, '09:00', daily('09:00', '17:00', { use_contact_timezone: false })));
    assert.isTrue(isOpenFor(undefined, contact(EAST), at('01:00'), RULES));
  });

  it('tell until when a contact waits, and the zones', () => {
    assert.deepEqual(closedFor(daily('09:00', '17:00'), contact(EITHER), at('06:30'), RULES), {
      ...{ reason: 'outside_hours', timezones: ['East', 'West'] },
      ...{ until: '2026-03-02T13:00:00.000Z', deferred_at: '2026-03-02T06:30:00.000Z' },
    });
    assert.isNull(closedFor(daily('09:00', '17:00'), contact(EITHER), at('13:00'), RULES));
  });

  it('refuse a contact for which there is no common time, or whose zone is not known', () => {
    for (const [number, variables] of [
      [EITHER, {}],
      [EAST, { timezone: 'Nowhere/Known' }],
    ] as const)
      assert.deepInclude(closedFor(daily('09:00', '15:00'), contact(number, variables), at('06:30'), RULES), {
        reason: 'no_common_hours',
        refused_at: '2026-03-02T06:30:00.000Z',
      });
  });

  it('have no holidays of the number’s country, from its midnight to its midnight', () => {
    const schedule = daily('00:00', '24:00', { observe_holidays: true });
    assert.isTrue(isOpenFor(schedule, contact(EAST), at('20:59'), RULES));
    assert.isFalse(isOpenFor(schedule, contact(EAST), at('21:00'), RULES));
    assert.deepInclude(closedFor(schedule, contact(EAST), at('21:00'), RULES), {
      ...{ reason: 'holiday', holiday: 'Day of the East', timezones: ['East'], until: '2026-03-03T21:00:00.000Z' },
    });
    assert.isTrue(isOpenFor(schedule, contact(WEST), at('21:00'), RULES));
    assert.isTrue(isOpenFor(daily('00:00', '24:00'), contact(EAST), at('21:00'), RULES));
  });

  it('open next at the first minute that is open in every zone', () => {
    const time = fc.record({ hour: fc.nat({ max: 23 }), minute: fc.nat({ max: 59 }) });
    const text = time.map(({ hour, minute }) => `${`${hour}`.padStart(2, '0')}:${`${minute}`.padStart(2, '0')}`);
    const slots = fc.array(fc.record({ day_of_week: fc.nat({ max: 6 }), start_time: text, end_time: text }), {
      maxLength: 3,
    });
    const zones = fc.subarray(['UTC', 'East', 'West'], { minLength: 1 });
    fc.assert(
      fc.property(slots, zones, fc.nat({ max: 20_000 }), (some, all, minute) => {
        const schedule = { ...daily('09:00', '17:00'), slots: some };
        const isAll = (moment: Date): boolean =>
          all.every((timezone) => isOpen({ ...schedule, timezone }, moment, offsetAt));
        const from = new Date(at('00:00').getTime() + minute * 60_000);
        const next = nextOpening(schedule, all, from, offsetAt, () => false);
        const end = next?.getTime() ?? from.getTime() + 8 * 86_400_000;
        if (next) assert.isTrue(isAll(next));
        for (let each = from.getTime() + 60_000; each < end; each += 60_000) assert.isFalse(isAll(new Date(each)));
      }),
      { numRuns: 6 },
    );
  });
});

describe('consent', () => {
  const config = { column: 'consent', accepted_values: ['yes', 'OK'], expiry_column: 'expires' };
  const refused = (variables: Readonly<Record<string, string>>, now = at('12:00'), zones = ['UTC']) =>
    withoutConsent(config, contact(EAST, variables), now, { zones, offsetAt });

  it('is given by an accepted value, in any case', () => {
    for (const consent of ['yes', ' YES ', 'ok']) assert.isNull(refused({ consent }));
    assert.isNull(withoutConsent(undefined, contact(EAST), at('12:00'), { zones: [], offsetAt }));
  });

  it('is missing otherwise, with the value as evidence', () => {
    assert.deepEqual(refused({ consent: 'no', expires: '2030-01-01' }), {
      ...{ reason: 'no_consent', refused_at: '2026-03-02T12:00:00.000Z' },
      consent: { column: 'consent', value: 'no', expires: '2030-01-01' },
    });
    assert.deepInclude(refused({}), { consent: { column: 'consent', value: '', expires: null } });
  });

  it('holds to the end of its last day in the first zone in which that ends, or to its time', () => {
    const day = { consent: 'yes', expires: '2026-03-02' };
    assert.isNull(refused(day, at('23:59')));
    assert.isNotNull(refused(day, at('00:00', '2026-03-03')));
    assert.isNull(refused(day, at('20:59'), ['East', 'West']));
    assert.isNotNull(refused(day, at('21:00'), ['East', 'West']));
    assert.isNull(refused(day, at('23:59'), []));
    assert.isNotNull(refused(day, at('00:00', '2026-03-03'), []));
    const time = { consent: 'yes', expires: '2026-03-02T13:00:00+01:00' };
    assert.isNull(refused(time, at('11:59')));
    assert.isNotNull(refused(time, at('12:00')));
  });

  it('has expired when its expiry cannot be read', () => {
    assert.isNotNull(refused({ consent: 'yes', expires: 'next year' }));
    for (const cell of ['', ' 2026-12-31 ', '2026-12-31T10:00Z']) assert.isTrue(isExpiry(cell), cell);
    for (const cell of ['31.12.2026', '2026-13-01', '2026-12-31T10:00']) assert.isFalse(isExpiry(cell), cell);
  });
});

describe('holidays', () => {
  it('are of a day, or of every year', () => {
    const table = readHolidays({
      US: { '2026-11-26': 'Thanksgiving', '12-25': 'Christmas Day' },
      DE: { '02-29': 'x' },
    });
    if (Array.isArray(table)) return assert.fail(table.join());
    assert.equal(holidayName(table, ['FR', 'US'], '2026-11-26'), 'Thanksgiving');
    assert.equal(holidayName(table, ['US'], '2031-12-25'), 'Christmas Day');
    assert.isNull(holidayName(table, ['US'], '2027-11-26'));
    assert.isNull(holidayName(table, ['DE'], '2026-12-25'));
  });

  it('tell everything that is wrong with a table', () => {
    assert.lengthOf(readHolidays({ usa: {}, US: { '2026-02-30': 'A', '12-25': '' }, DE: 'all' }) as string[], 4);
    assert.lengthOf(readHolidays('no') as string[], 1);
  });
});
