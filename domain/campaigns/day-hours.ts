export const MINUTES_A_DAY = 24 * 60;

/** Some hours of a day: from a time such as `09:30`, inclusive, to a later one, exclusive; `24:00` ends the day. */
export interface DayHours {
  readonly from: string;
  readonly to: string;
}

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
const END = '24:00';

/** What is wrong with hours at a path, in words. */
export const hourProblems = (hours: readonly DayHours[], path: string): string[] =>
  hours.flatMap(({ from, to }, at) =>
    TIME.test(from) && (to === END || TIME.test(to)) && from < to
      ? []
      : [`${path}[${at}] must be from an earlier to a later time of the day as HH:MM`],
  );

/** The minute of the day of a time such as `09:30`. */
export const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** The time of a minute of the day. That of its end is `24:00`. */
export const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
