/** A yearly rule, as in the last line of a zone file. Answers seconds ahead of UTC. */
export type OffsetRule = (atSecond: number) => number;

/** `<+0330>-3:30`: a name, and hours behind UTC. */
const NAME = String.raw`(?:<[^>]+>|[A-Za-z]+)`;
const TIME = String.raw`[+-]?\d+(?::\d+){0,2}`;
const CHANGE = String.raw`M(\d+)\.(\d)\.(\d)(?:/(${TIME}))?`;
const RULE = new RegExp(`^${NAME}(${TIME})(?:${NAME}(${TIME})?,${CHANGE},${CHANGE})?$`);

const HOUR = 3_600;
const DAY = 24 * HOUR;
/** Default time of a change: two o'clock. */
const STANDARD_TIME = 2 * HOUR;

/** Parses a POSIX rule as zone files use it, or answers null. */
export function posixRule(text: string): OffsetRule | null {
  const parts = RULE.exec(text);
  if (!parts) return null;
  const winter = -secondsOf(parts[1]!);
  if (parts[3] === undefined) return () => winter;
  const summer = parts[2] === undefined ? winter + HOUR : -secondsOf(parts[2]);
  const begins = yearly(parts.slice(3, 7), winter);
  const ends = yearly(parts.slice(7, 11), summer);
  return (at) => {
    const year = new Date(at * 1_000).getUTCFullYear();
    const [first, last] = [begins(year), ends(year)];
    const isSummer = first < last ? at >= first && at < last : at >= first || at < last;
    return isSummer ? summer : winter;
  };
}

/**
 * The moment of a change in a year: the given weekday of the given week of a month, by local time before the change.
 */
function yearly(
  [month, week, weekday, time]: readonly (string | undefined)[],
  offset: number,
): (year: number) => number {
  const seconds = time === undefined ? STANDARD_TIME : secondsOf(time);
  return (year) => {
    const first = Date.UTC(year, Number(month) - 1, 1) / 1_000;
    const nextMonth = Date.UTC(year, Number(month), 1) / 1_000;
    const toWeekday = (Number(weekday) - new Date(first * 1_000).getUTCDay() + 7) % 7;
    let day = first + (toWeekday + 7 * (Number(week) - 1)) * DAY;
    // The fifth week means the last one.
    while (day >= nextMonth) day -= 7 * DAY;
    return day + seconds - offset;
  };
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.replace(/^[+-]/, '').split(':').map(Number);
  const sum = hours * HOUR + minutes * 60 + seconds;
  return time.startsWith('-') ? -sum : sum;
}
