import { isPlainText } from '../plain-text.ts';
import { isRecord } from '../unverified-json.ts';

/** The names of holidays by country and day: `2026-11-26`, or `12-25` in every year. */
export type HolidayTable = Readonly<Record<string, Readonly<Record<string, string>>>>;

const COUNTRY = /^[A-Z]{2}$/;
const DAY = /^(?:\d{4}-)?\d{2}-\d{2}$/;
const NAME_MAX = 100;
/** A leap year, in which every day of a year exists. */
const ANY_YEAR = '2000-';

/** A table of holidays as a person writes it, or every problem of it as a sentence. */
export function readHolidays(written: unknown): HolidayTable | string[] {
  if (!isRecord(written)) return ['write days and names under two-letter codes of countries'];
  const problems = Object.entries(written).flatMap(([country, days]) => {
    if (!COUNTRY.test(country)) return [`${country} is not a two-letter code of a country, such as US`];
    if (!isRecord(days)) return [`${country} must have days with names`];
    return Object.entries(days).flatMap(([day, name]) => [
      ...(isDay(day) ? [] : [`${country}: ${day} is not a day such as 2026-11-26, or 12-25 for every year`]),
      ...(isName(name) ? [] : [`${country}: ${day} must have a name of at most ${NAME_MAX} characters`]),
    ]);
  });
  return problems.length > 0 ? problems : (written as HolidayTable);
}

/** The name of the holiday that a day is in one of the countries. Null: none. */
export function holidayName(table: HolidayTable, countries: readonly string[], day: string): string | null {
  for (const country of countries) {
    const days = table[country];
    const name = days?.[day] ?? days?.[day.slice(5)];
    if (name !== undefined) return name;
  }
  return null;
}

function isDay(text: string): boolean {
  if (!DAY.test(text)) return false;
  const whole = text.length === 5 ? ANY_YEAR + text : text;
  const date = new Date(`${whole}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(whole);
}

const isName = (name: unknown): boolean =>
  typeof name === 'string' && name !== '' && name.length <= NAME_MAX && isPlainText(name);
