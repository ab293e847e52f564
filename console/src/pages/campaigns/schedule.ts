/** One weekly window of dialling. Day 0 is Monday; an end that is not after the start lies on the next day. */
export interface Slot {
  readonly day_of_week: number;
  readonly start_time: string;
  readonly end_time: string;
}

/** When a campaign may dial, by the clocks of a zone. */
export interface Schedule {
  readonly enabled: boolean;
  readonly timezone: string;
  readonly slots: readonly Slot[];
}

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/** What the clocks of a zone show: the day, 0 being Monday, and the minute of it. */
export interface WallTime {
  readonly day: number;
  readonly minute: number;
}

/** Tells what the clocks of a zone show; null where the browser does not know the zone. */
export function wallClock(timeZone: string): ((at: Date) => WallTime) | null {
  const format = formatOf(timeZone);
  if (!format) return null;
  return (at) => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const day = DAYS.indexOf(parts['weekday'] ?? '');
    return { day, minute: Number(parts['hour']) * 60 + Number(parts['minute']) };
  };
}

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  } catch {
    return null;
  }
}

/** Whether dialling is allowed at what the clocks show. */
export const isOpenAt = (slots: readonly Slot[], time: WallTime): boolean => slots.some((slot) => isWithin(slot, time));

function isWithin({ day_of_week: on, start_time, end_time }: Slot, { day, minute }: WallTime): boolean {
  const [start, end] = [minutesOf(start_time), minutesOf(end_time)];
  if (end > start) return day === on && minute >= start && minute < end;
  return (day === on && minute >= start) || (day === (on + 1) % 7 && minute < end);
}

/**
 * When dialling is allowed next, as the moment the clocks will show it: null when it is now, when there is no slot, or
 * where the zone is unknown.
 */
export function nextOpening({ timezone, slots }: Schedule, now: Date): Date | null {
  const clock = wallClock(timezone);
  if (!clock || slots.length === 0 || isOpenAt(slots, clock(now))) return null;
  const moments = slots.map((slot) => startAfter(slot, clock, now));
  return new Date(Math.min(...moments));
}

/** The first moment from now on at which the slot's start is on the clocks. A clock change on the way is made up for. */
function startAfter(slot: Slot, clock: (at: Date) => WallTime, now: Date): number {
  const start = slot.day_of_week * DAY_MINUTES + minutesOf(slot.start_time);
  const here = weekMinute(clock(now));
  const wait = (start - here + 7 * DAY_MINUTES) % (7 * DAY_MINUTES);
  const estimate = Math.floor(now.getTime() / MINUTE_MS + wait) * MINUTE_MS;
  const shown = weekMinute(clock(new Date(estimate)));
  return estimate - nearest(shown - start) * MINUTE_MS;
}

const weekMinute = ({ day, minute }: WallTime): number => day * DAY_MINUTES + minute;

/** The same difference within half a week, either way. */
function nearest(minutes: number): number {
  const week = 7 * DAY_MINUTES;
  return ((((minutes + week / 2) % week) + week) % week) - week / 2;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
