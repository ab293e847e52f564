import type { Slot } from './schedule.ts';

/** Days that share their hours. Day 0 is Monday. */
export interface OpenHours {
  readonly days: readonly number[];
  readonly from: string;
  readonly to: string;
}

/** The hours of an office. */
export const OFFICE: OpenHours = { days: [0, 1, 2, 3, 4], from: '09:00', to: '17:00' };

/** Slots with the same hours taken together, in the order of their first day. */
export function hoursOf(slots: readonly Slot[]): readonly OpenHours[] {
  const days = new Map<string, Set<number>>();
  for (const { day_of_week: day, start_time, end_time } of slots) {
    // The end of a day is the beginning of the next: a clock shows 00:00.
    const hours = `${start_time} ${end_time === '24:00' ? '00:00' : end_time}`;
    days.set(hours, (days.get(hours) ?? new Set()).add(day));
  }
  return Array.from(days, ([hours, those]) => ({
    days: [...those].toSorted((a, b) => a - b),
    from: hours.slice(0, 5),
    to: hours.slice(6),
  }));
}

/** A slot for every day of all these hours, day by day. */
export const slotsOf = (hours: readonly OpenHours[]): readonly Slot[] =>
  hours
    .flatMap(({ days, from, to }) => days.map((day) => ({ day_of_week: day, start_time: from, end_time: to })))
    .toSorted((a, b) => a.day_of_week - b.day_of_week || a.start_time.localeCompare(b.start_time));
