import { invalid } from '../errors.ts';
import { localDay, type OffsetAt } from './schedule.ts';

/**
 * When a person wants to be called, which this file makes a time: `application/campaigns/callbacks.ts` schedules it, and
 * `run-callback.ts` says until when it may be dialled. After a number of minutes, or on a day at a time of their zone.
 */
export interface CallbackWish {
  readonly in_minutes?: number | null | undefined;
  /** `today`, `tomorrow`, the name of a weekday, or a day such as `2026-12-24`. */
  readonly day?: string | null | undefined;
  /** Such as `17:00`. */
  readonly time?: string | null | undefined;
  /** The person's zone, if they said it: an IANA name. */
  readonly timezone?: string | null | undefined;
}

/** The zones that the person may be in, without what they say, and the rules of all zones. */
export interface CallbackZones {
  readonly zones: readonly string[];
  readonly offsetAt: OffsetAt;
}

/** A time that was agreed. */
export interface CallbackTime {
  readonly at: Date;
  /** The zone of its words. */
  readonly timezone: string;
}

/** Callbacks are at most this far ahead. */
const CALLBACK_DAYS_MAX = 30;
/** The same in minutes. openapi.yaml repeats it, and a test compares them. */
export const CALLBACK_MINUTES = { minimum: 1, maximum: CALLBACK_DAYS_MAX * 24 * 60 } as const;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
] as const;
const TIME = /^(\d{1,2}):([0-5]\d)$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The time that a person means. Rejects a time that has passed or is too far ahead, one that differs between the zones that
 * the person may be in, and one that is skipped as the clocks go forward. If the clocks show a time twice, the first counts.
 */
export function callbackTime(wish: CallbackWish, now: Date, zones: CallbackZones): CallbackTime {
  const { in_minutes: minutes, day, time } = wish;
  if (minutes !== null && minutes !== undefined) return inMinutes(minutes, wish, now, zones);
  const candidates = zonesOf(wish, now, zones);
  const missing = (['day', 'time'] as const).find((field) => (wish[field] ?? null) === null);
  if (missing !== undefined) throw invalid(`${missing} is required, or in_minutes instead of both`);
  const [first, ...others] = candidates.map((zone) => timeIn(zone, { day: day!, time: time! }, now, zones.offsetAt));
  if (others.some(({ at }) => at.getTime() !== first!.at.getTime()))
    throw invalid(
      `timezone is required: the number may be in ${listOf(candidates)}. Ask where the person is, and for an IANA name`,
    );
  return bounded(first!, now, zones.offsetAt);
}

/** A duration is the same in all zones. Its words are in UTC where the zones differ in the time of the day. */
function inMinutes(minutes: number, wish: CallbackWish, now: Date, { zones, offsetAt }: CallbackZones): CallbackTime {
  if ((wish.day ?? wish.time ?? null) !== null) throw invalid('in_minutes must be omitted with day and time');
  const { minimum, maximum } = CALLBACK_MINUTES;
  if (!Number.isInteger(minutes) || minutes < minimum || minutes > maximum)
    throw invalid(`in_minutes must be an integer from ${minimum} to ${maximum}`);
  const candidates = zonesOf(wish, now, { zones: zones.length > 0 ? zones : ['UTC'], offsetAt });
  const at = new Date(now.getTime() + minutes * MINUTE_MS);
  const offsets = new Set(candidates.map((zone) => offsetAt(zone, at)));
  return { at, timezone: offsets.size === 1 ? candidates[0]! : 'UTC' };
}

/** A time as it is said: the weekday, the date, the time and the zone. */
export function timeInWords({ at, timezone }: CallbackTime, offsetAt: OffsetAt): string {
  const local = new Date(at.getTime() + (offsetAt(timezone, at) ?? 0) * MINUTE_MS);
  const weekday = WEEKDAYS[local.getUTCDay()]!;
  const date = `${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]!} ${local.getUTCFullYear()}`;
  const time = local.toISOString().slice(11, 16);
  return `${weekday[0]!.toUpperCase()}${weekday.slice(1)} ${date} at ${time} (${timezone})`;
}

const ZONES_NAMED = 5;

const listOf = (zones: readonly string[]): string =>
  zones.length > ZONES_NAMED ? `${zones.slice(0, ZONES_NAMED).join(', ')} or others` : zones.join(' or ');

function zonesOf({ timezone }: CallbackWish, now: Date, { zones, offsetAt }: CallbackZones): readonly string[] {
  const named = timezone?.trim() ?? '';
  if (named === '') {
    if (zones.length > 0) return zones;
    throw invalid('timezone is required: the number is of no country. Ask where the person is, and for an IANA name');
  }
  if (offsetAt(named, now) === null) throw invalid('timezone must be an IANA name such as America/Chicago');
  return [named];
}

/** The next such time in a zone. */
function timeIn(
  timezone: string,
  wish: { readonly day: string; readonly time: string },
  now: Date,
  offsetAt: OffsetAt,
): CallbackTime {
  const minute = minuteOf(wish.time);
  const today = localDay(timezone, now, offsetAt) ?? now.toISOString().slice(0, 10);
  const day = dayOf(wish.day.trim().toLowerCase(), today);
  const at = existing({ timezone, day, minute }, offsetAt);
  // A weekday that is today and has passed is that of the next week.
  if (at > now || !(WEEKDAYS as readonly string[]).includes(wish.day.trim().toLowerCase())) return { at, timezone };
  return { at: existing({ timezone, day: plusDays(day, 7), minute }, offsetAt), timezone };
}

function minuteOf(text: string): number {
  const [, hours = '', minutes = ''] = TIME.exec(text.trim()) ?? [];
  if (hours === '' || Number(hours) > 23) throw invalid('time must be a time of the day such as 17:00');
  return Number(hours) * 60 + Number(minutes);
}

function dayOf(word: string, today: string): string {
  if (word === 'today') return today;
  if (word === 'tomorrow') return plusDays(today, 1);
  const weekday = WEEKDAYS.findIndex((each) => each === word);
  if (weekday >= 0) return plusDays(today, (weekday - new Date(`${today}T00:00:00Z`).getUTCDay() + 7) % 7);
  const isDay = DAY.test(word) && !Number.isNaN(Date.parse(word)) && new Date(word).toISOString().startsWith(word);
  if (!isDay) throw invalid('day must be today, tomorrow, a weekday such as monday, or a day such as 2026-12-24');
  return word;
}

const plusDays = (day: string, count: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);

/** The first time at which the clocks of a zone show this. */
function existing(
  { timezone, day, minute }: { readonly timezone: string; readonly day: string; readonly minute: number },
  offsetAt: OffsetAt,
): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const [before, after] = [-DAY_MS, DAY_MS].map((ms) => offsetAt(timezone, new Date(shown + ms)) ?? 0) as [
    number,
    number,
  ];
  const times = [before, after]
    .map((offset) => ({ at: new Date(shown - offset * MINUTE_MS), offset }))
    .filter(({ at, offset }) => offsetAt(timezone, at) === offset)
    .map(({ at }) => at.getTime());
  if (times.length > 0) return new Date(Math.min(...times));
  const later = new Date(shown + (after - before) * MINUTE_MS).toISOString();
  throw invalid(
    `time does not exist on ${day} in ${timezone}: the clocks go forward. Ask for another, such as ${later.slice(11, 16)}`,
  );
}

function bounded(wanted: CallbackTime, now: Date, offsetAt: OffsetAt): CallbackTime {
  const { at, timezone } = wanted;
  if (at <= now)
    throw invalid(
      `time must not have passed: there it is ${timeInWords({ at: now, timezone }, offsetAt)}. Ask for another`,
    );
  if (at.getTime() > now.getTime() + CALLBACK_DAYS_MAX * DAY_MS)
    throw invalid(`day must be at most ${CALLBACK_DAYS_MAX} days ahead. Ask for an earlier one`);
  return wanted;
}
