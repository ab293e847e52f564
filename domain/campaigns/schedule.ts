import { MINUTES_A_DAY, minutesOf } from './day-hours.ts';
import type { ScheduleConfig, ScheduleSlot } from './settings.ts';

const MINUTE_MS = 60_000;

/** Offset of a time zone from UTC in minutes. Null when the zone is unknown. */
export type OffsetAt = (zone: string, at: Date) => number | null;

/**
 * Whether dialling is allowed now by local time. An hour repeated by a clock change counts twice, a skipped one never.
 * Always true without an enabled schedule, and always false in an unknown time zone.
 */
export function isOpen(schedule: ScheduleConfig | undefined, at: Date, offsetAt: OffsetAt): boolean {
  if (!schedule?.enabled) return true;
  const offset = offsetAt(schedule.timezone, at);
  if (offset === null) return false;
  const local = new Date(at.getTime() + offset * MINUTE_MS);
  // spec: day 0 is Monday
  const day = (local.getUTCDay() + 6) % 7;
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  return schedule.slots.some((slot) => isWithin(slot, day, minute));
}

/** Whether there are no dials on a day, such as `2026-12-25`, by local time. */
export type IsClosedDay = (day: string) => boolean;

/** Days in which an opening is searched. A schedule without one in them is never open. */
const SEARCHED_DAYS = 21;
const MINUTES_A_WEEK = 7 * MINUTES_A_DAY;

/**
 * The next minute at which the schedule is open in all these zones and no zone has a closed day, by the offsets of that
 * minute. Null: there is none within 21 days.
 */
export function nextOpening(
  { slots }: ScheduleConfig,
  zones: readonly string[],
  at: Date,
  offsetAt: OffsetAt,
  isClosedDay: IsClosedDay,
): Date | null {
  const waits = waitsOf(openMinutes(slots));
  const closed = new Map<string, boolean>();
  const isClosed = (day: string): boolean => {
    const isKnown = closed.get(day) ?? isClosedDay(day);
    closed.set(day, isKnown);
    return isKnown;
  };
  const first = Math.floor(at.getTime() / MINUTE_MS) + 1;
  const offsetsAtMinute = offsetsByMinute(zones, offsetAt, first);
  for (let minute = first; minute < first + SEARCHED_DAYS * MINUTES_A_DAY;) {
    const { offsets, below } = offsetsAtMinute(minute);
    const wait = Math.max(
      ...offsets.map((offset) => (offset === null ? Infinity : waits[minuteOfWeek(minute + offset)]!)),
    );
    // Days, which take longer, only where all slots are open.
    if (wait === 0 && !offsets.some((offset) => isClosed(dayOf(minute + (offset ?? 0)))))
      return new Date(minute * MINUTE_MS);
    minute = Math.min(minute + Math.max(1, wait), below);
  }
  return null;
}

type Offsets = readonly (number | null)[];

/** The different offsets that zones have at a minute, and the minute below which they stay the same. */
interface KnownOffsets {
  readonly offsets: Offsets;
  readonly below: number;
}

/**
 * The different offsets that zones have, asked for later and later minutes from the first on. Zones are looked up once a day,
 * and where the clocks of one change within it, a few times more.
 */
function offsetsByMinute(
  zones: readonly string[],
  offsetAt: OffsetAt,
  first: number,
): (minute: number) => KnownOffsets {
  const offsetOf = (zone: string, minute: number): number | null => offsetAt(zone, new Date(minute * MINUTE_MS));
  let before: Offsets = [];
  let after = zones.map((zone) => offsetOf(zone, first));
  let changes: readonly number[] = [];
  let dayEnd = first;
  let known: KnownOffsets = { offsets: [], below: first };
  return (minute) => {
    if (minute < known.below) return known;
    if (minute >= dayEnd) {
      before = after;
      dayEnd += MINUTES_A_DAY;
      after = zones.map((zone) => offsetOf(zone, dayEnd));
      changes = zones.map((zone, at) =>
        before[at] === after[at] ? dayEnd : changeOf((each) => offsetOf(zone, each) === before[at], minute, dayEnd),
      );
    }
    const offsets = new Set(zones.map((_, at) => (minute < changes[at]! ? before[at]! : after[at]!)));
    known = { offsets: [...offsets], below: Math.min(dayEnd, ...changes.filter((change) => change > minute)) };
    return known;
  };
}

/** The first minute at which something no longer holds that does at `from` and does not at `to`. */
function changeOf(holdsAt: (minute: number) => boolean, from: number, to: number): number {
  let [last, change] = [from, to];
  while (change - last > 1) {
    const middle = Math.floor((last + change) / 2);
    if (holdsAt(middle)) last = middle;
    else change = middle;
  }
  return change;
}

/** The day of a local time, given in minutes since the epoch. */
const dayOf = (localMinute: number): string => new Date(localMinute * MINUTE_MS).toISOString().slice(0, 10);

/** The day in a zone at a time. Null when the zone is unknown. */
export function localDay(zone: string, at: Date, offsetAt: OffsetAt): string | null {
  const offset = offsetAt(zone, at);
  return offset === null ? null : dayOf(Math.floor(at.getTime() / MINUTE_MS) + offset);
}

/** The minute of a week that begins on Monday; the epoch began on a Thursday. */
const minuteOfWeek = (localMinute: number): number => (localMinute + 3 * MINUTES_A_DAY) % MINUTES_A_WEEK;

/** For each minute of a week, how many minutes later the next open one is. More than a week where there is none. */
function waitsOf(open: Uint8Array): Uint16Array {
  const waits = new Uint16Array(MINUTES_A_WEEK);
  let wait = MINUTES_A_WEEK + 1;
  // The second time, the wait at the end of the week is known.
  for (let times = 0; times < 2; times += 1)
    for (let minute = MINUTES_A_WEEK - 1; minute >= 0; minute -= 1) {
      wait = open[minute] === 1 ? 0 : Math.min(wait + 1, MINUTES_A_WEEK + 1);
      waits[minute] = wait;
    }
  return waits;
}

/** For each minute of a week, whether a slot has it. */
function openMinutes(slots: readonly ScheduleSlot[]): Uint8Array {
  const open = new Uint8Array(MINUTES_A_WEEK);
  for (const { day_of_week, start_time, end_time } of slots) {
    const [start, end] = [minutesOf(start_time), minutesOf(end_time)];
    const midnight = day_of_week * MINUTES_A_DAY;
    const to = midnight + (end > start ? end : MINUTES_A_DAY + end);
    open.fill(1, midnight + start, to);
    // A slot of Sunday can end on Monday.
    open.fill(1, 0, Math.max(0, to - MINUTES_A_WEEK));
  }
  return open;
}

/** Milliseconds until the schedule can change: the start of the next minute. */
export const untilNextMinute = (at: Date): number => MINUTE_MS - (at.getTime() % MINUTE_MS);

/**
 * Whether a minute of a day lies in the slot: start inclusive, end exclusive, across midnight when the end is not after
 * the start.
 */
function isWithin({ day_of_week, start_time, end_time }: ScheduleSlot, day: number, minute: number): boolean {
  const start = minutesOf(start_time);
  const end = minutesOf(end_time);
  if (end > start) return day === day_of_week && minute >= start && minute < end;
  const isNextDay = day === (day_of_week + 1) % 7;
  return (day === day_of_week && minute >= start) || (isNextDay && minute < end);
}

/** The minute of the day in a zone at a time. That of UTC when the zone is unknown. */
export const minuteOfDay = (zone: string, at: Date, offsetAt: OffsetAt): number =>
  (((Math.floor(at.getTime() / MINUTE_MS) + (offsetAt(zone, at) ?? 0)) % MINUTES_A_DAY) + MINUTES_A_DAY) %
  MINUTES_A_DAY;
