import { LANGUAGE, LOCALE } from './language.ts';

const DAY = new Intl.DateTimeFormat(LOCALE.dates, { day: 'numeric', month: 'short' });
const DAY_OF_YEAR = new Intl.DateTimeFormat(LOCALE.dates, { day: 'numeric', month: 'short', year: 'numeric' });
const TIME = new Intl.DateTimeFormat(LOCALE.dates, { hour: '2-digit', minute: '2-digit' });
const TIME_TO_SECOND = new Intl.DateTimeFormat(LOCALE.dates, { timeStyle: 'medium' });
const EXACT = new Intl.DateTimeFormat(LOCALE.dates, { dateStyle: 'full', timeStyle: 'long' });
const WEEKDAY = new Intl.DateTimeFormat(LOCALE.dates, { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const MONTH = new Intl.DateTimeFormat(LOCALE.dates, { month: 'short', year: 'numeric', timeZone: 'UTC' });
const NUMBER = new Intl.NumberFormat(LOCALE.numbers);
const PLURAL = new Intl.PluralRules(LANGUAGE);
const BYTES = ['B', 'kB', 'MB', 'GB'] as const;

/** A moment as people write it: the time alone today, the day as well before. To the minute, or to the second. */
export function formatMoment(at: Date, now: Date, to: 'minute' | 'second' = 'minute'): string {
  const time = (to === 'second' ? TIME_TO_SECOND : TIME).format(at);
  if (at.toDateString() === now.toDateString()) return time;
  const day = at.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR;
  return `${day.format(at)}, ${time}`;
}

/** A moment to the second, with its zone. */
export const formatExactMoment = (at: Date): string => EXACT.format(at);

/** A day without its year, as in `3 Mar`. */
export const formatDay = (at: Date): string => DAY.format(at);

/** A moment of the coming days, as in `Mon 09:00`. */
export const formatUpcoming = (at: Date): string => WEEKDAY.format(at).replace(',', '');

/** A length as a clock shows it: `0:07`, `1:02:03`. */
export function formatClock(secs: number): string {
  const whole = Math.max(0, Math.floor(secs));
  const [hours, minutes, seconds] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = pad(seconds, 2);
  return hours > 0 ? `${hours}:${pad(minutes, 2)}:${tail}` : `${minutes}:${tail}`;
}

/** A length to the nearest second, as a clock shows it. */
export const formatDuration = (secs: number): string => formatClock(Math.round(secs));

/** A short wait: `0.52 s`. */
export const formatSeconds = (secs: number): string => `${formatDecimal(secs, 2)}\u00a0s`;

/** A count: `12,345`. */
export const formatCount = (count: number): string => NUMBER.format(count);

/** The form that this count needs by the rules of the language: Hindi has the same for 0 as for 1. */
export const plural = (count: number, one: string, other: string): string =>
  PLURAL.select(count) === 'one' ? one : other;

/** A number with exactly this number of decimals: `0.50`. */
export const formatDecimal = (value: number, decimals: number): string =>
  new Intl.NumberFormat(LOCALE.numbers, { minimumFractionDigits: decimals, maximumFractionDigits: decimals }).format(
    value,
  );

/** An amount of money with up to four decimals: `$0.0617`, `₹1,250.00`. */
export const formatMoney = (amount: string, currency: string): string =>
  new Intl.NumberFormat(LOCALE.numbers, { style: 'currency', currency, maximumFractionDigits: 4 }).format(
    Number(amount),
  );

/** A share from 0 to 1: `12.5 %`. */
export const formatShare = (share: number): string => formatPercent(Math.round(share * 1_000) / 10);

/** A number of percent: `12.5 %`. */
export const formatPercent = (percent: number): string => `${NUMBER.format(percent)} %`;

/** A calendar month, such as `2026-11`, as in `Nov 2026`. */
export const formatMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** The size of a file: `1.4 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(BYTES.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1_000 ** power;
  return `${power === 0 ? value : formatDecimal(value, 1)} ${BYTES[power]}`;
}

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
