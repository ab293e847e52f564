import { assert } from 'chai';
import { loadContract } from '../../../adapters/http/contract.ts';
import { systemZones } from '../../../adapters/time-zones/system.ts';
import {
  CALLBACK_MINUTES,
  callbackTime,
  timeInWords,
  type CallbackWish,
} from '../../../domain/campaigns/callback-time.ts';
import { DomainError } from '../../../domain/errors.ts';

const { offsetAt } = systemZones();
/** A Friday, 15:30 in Chicago and 22:30 in Berlin. */
const NOW = new Date('2026-01-30T21:30:00.000Z');
const at = (wish: CallbackWish, zones: readonly string[] = ['America/Chicago'], now = NOW): string =>
  callbackTime(wish, now, { zones, offsetAt }).at.toISOString();
const refusal = (wish: CallbackWish, zones?: readonly string[], now?: Date): string => {
  try {
    return `accepted: ${at(wish, zones, now)}`;
  } catch (error) {
    assert.instanceOf(error, DomainError);
    assert.equal(error.problem, 'invalid');
    return error.message;
  }
};

describe('callbackTime', () => {
  it('reads days and times in the zone of the person', () => {
    assert.equal(at({ day: 'today', time: '17:00' }), '2026-01-30T23:00:00.000Z');
    assert.equal(at({ day: 'Tomorrow ', time: ' 9:05' }), '2026-01-31T15:05:00.000Z');
    assert.equal(at({ day: '2026-02-14', time: '00:00' }, ['Europe/Berlin']), '2026-02-13T23:00:00.000Z');
    assert.equal(at({ in_minutes: 90 }), '2026-01-30T23:00:00.000Z');
  });

  it('takes a weekday for the next one whose time has not passed', () => {
    assert.equal(at({ day: 'monday', time: '08:00' }), '2026-02-02T14:00:00.000Z');
    assert.equal(at({ day: 'friday', time: '16:00' }), '2026-01-30T22:00:00.000Z');
    assert.equal(at({ day: 'friday', time: '15:30' }), '2026-02-06T21:30:00.000Z');
  });

  it('counts days from where the person is: it may be tomorrow there', () => {
    assert.equal(at({ day: 'today', time: '23:59' }, ['Asia/Tokyo']), '2026-01-31T14:59:00.000Z');
  });

  it('prefers the zone that the person said to those of the number', () => {
    const wish = { day: 'tomorrow', time: '17:00', timezone: 'Europe/Berlin' };
    assert.equal(at(wish, ['America/Chicago', 'America/Denver']), '2026-01-31T16:00:00.000Z');
  });

  it('needs a zone where those of the number differ then, and none where they agree', () => {
    const ambiguous = refusal({ day: 'tomorrow', time: '17:00' }, ['America/Chicago', 'America/Denver']);
    assert.match(ambiguous, /^timezone is required: the number may be in America\/Chicago or America\/Denver/);
    assert.match(refusal({ day: 'tomorrow', time: '17:00' }, []), /^timezone is required: the number is of no country/);
    assert.equal(at({ day: 'tomorrow', time: '17:00' }, ['Europe/Berlin', 'Europe/Paris']), '2026-01-31T16:00:00.000Z');
    for (const zones of [['America/Chicago', 'America/Denver'], []])
      assert.equal(at({ in_minutes: 5 }, zones), '2026-01-30T21:35:00.000Z');
  });

  it('says the end of a duration in a zone of the number, and in UTC where they differ', () => {
    const zoneOf = (zones: readonly string[]) => callbackTime({ in_minutes: 5 }, NOW, { zones, offsetAt }).timezone;
    assert.equal(zoneOf(['Europe/Berlin', 'Europe/Paris']), 'Europe/Berlin');
    assert.equal(zoneOf(['America/Chicago', 'America/Denver']), 'UTC');
  });

  it('refuses a time that is skipped when the clocks go forward, and names the next', () => {
    const spring = new Date('2026-03-27T12:00:00.000Z');
    const refused = refusal({ day: '2026-03-29', time: '02:30' }, ['Europe/Berlin'], spring);
    assert.match(refused, /^time does not exist on 2026-03-29 in Europe\/Berlin: .* such as 03:30$/);
    assert.equal(at({ day: '2026-03-29', time: '03:00' }, ['Europe/Berlin'], spring), '2026-03-29T01:00:00.000Z');
    assert.equal(at({ day: '2026-03-29', time: '01:59' }, ['Europe/Berlin'], spring), '2026-03-29T00:59:00.000Z');
  });

  it('takes the first of two times when the clocks go back', () => {
    const autumn = new Date('2026-10-24T12:00:00.000Z');
    assert.equal(at({ day: '2026-10-25', time: '02:30' }, ['Europe/Berlin'], autumn), '2026-10-25T00:30:00.000Z');
    assert.equal(at({ day: '2026-11-01', time: '01:30' }, ['America/Chicago'], autumn), '2026-11-01T06:30:00.000Z');
  });

  it('refuses a time that has passed, and says what time it is there', () => {
    const passed =
      'time must not have passed: there it is Friday 30 January 2026 at 15:30 (America/Chicago). Ask for another';
    assert.equal(refusal({ day: 'today', time: '15:00' }), passed);
    assert.equal(refusal({ day: 'today', time: '15:30' }), passed);
    assert.equal(refusal({ day: '2025-12-24', time: '18:00' }), passed);
  });

  it('refuses a time more than 30 days ahead', () => {
    assert.equal(at({ day: '2026-03-01', time: '15:30' }), '2026-03-01T21:30:00.000Z');
    assert.match(refusal({ day: '2026-03-01', time: '15:31' }), /^day must be at most 30 days ahead/);
  });

  it('refuses what is not a day, a time, a zone or a number of minutes within the bounds', () => {
    const day = 'day must be today, tomorrow, a weekday such as monday, or a day such as 2026-12-24';
    for (const wrong of ['2026-02-30', '30.1.2026', 'someday', ''])
      assert.equal(refusal({ day: wrong, time: '17:00' }), day);
    for (const wrong of ['24:00', '17', '5 pm', '17:60', ''])
      assert.equal(refusal({ day: 'today', time: wrong }), 'time must be a time of the day such as 17:00');
    const zone = 'timezone must be an IANA name such as America/Chicago';
    assert.equal(refusal({ day: 'today', time: '17:00', timezone: 'Texas' }), zone);
    assert.equal(refusal({ day: 'today' }), 'time is required, or in_minutes instead of both');
    assert.equal(refusal({ time: '17:00' }), 'day is required, or in_minutes instead of both');
    assert.equal(refusal({}), 'day is required, or in_minutes instead of both');
    for (const wrong of [0, 43_201, 1.5])
      assert.equal(refusal({ in_minutes: wrong }), 'in_minutes must be an integer from 1 to 43200');
    assert.match(refusal({ in_minutes: 5, day: 'today' }), /^in_minutes must be omitted with day and time/);
  });
});

describe('timeInWords', () => {
  it('says weekday, date, time and zone as they are there', () => {
    const time = { at: new Date('2026-02-01T02:05:00.000Z'), timezone: 'America/Chicago' };
    assert.equal(timeInWords(time, offsetAt), 'Saturday 31 January 2026 at 20:05 (America/Chicago)');
  });
});

describe('the minutes of a callback', () => {
  it('have the same bounds in the contract', () => {
    const { minimum, maximum } = CALLBACK_MINUTES;
    const minutes = `"type":["integer","null"],"minimum":${minimum},"maximum":${maximum},`;
    assert.include(JSON.stringify(loadContract('/api/v1')), minutes);
  });
});
