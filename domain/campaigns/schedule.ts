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

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
