import type { TextLocale } from './locale.ts';
import { AFTER, BEFORE, ruleFor, type Rule } from './rule.ts';

interface ClockTime {
  readonly hour: number;
  readonly minute: number;
}

type SayTime = (time: ClockTime, words: (value: number) => string, locale: TextLocale) => string;

const minutesAfter =
  (between: string, zero: string): SayTime =>
  ({ hour, minute }, words, locale) => {
    const hours = locale.speller.cardinal(String(hour), 'feminine');
    if (minute === 0) return hours;
    return `${hours}${between}${minute < 10 ? `${zero} ` : ''}${words(minute)}`;
  };

/** How a time of day is said, by the first part of the language. */
const SAY: Readonly<Record<string, SayTime>> = {
  en({ hour, minute }, words) {
    if (minute === 0) return hour >= 1 && hour <= 12 ? `${words(hour)} o'clock` : `${words(hour)} hundred`;
    return `${words(hour)} ${minute < 10 ? 'oh ' : ''}${words(minute)}`;
  },
  de: ({ hour, minute }, words) => `${hour === 1 ? 'ein' : words(hour)} Uhr${minute === 0 ? '' : ` ${words(minute)}`}`,
  es: minutesAfter(' ', 'cero'),
  fr: ({ hour, minute }, words, { speller }) =>
    `${speller.cardinal(String(hour), 'feminine')} ${hour < 2 ? 'heure' : 'heures'}${minute === 0 ? '' : ` ${words(minute)}`}`,
  hi: ({ hour, minute }, words) => (minute === 0 ? `${words(hour)} बजे` : `${words(hour)} बजकर ${words(minute)} मिनट`),
  it: minutesAfter(' e ', 'zero'),
  pt: minutesAfter(' e ', 'zero'),
};

/** What follows a time in this language and is said with it. */
const UNIT: Readonly<Record<string, string>> = {
  de: '(?: Uhr)?',
  fr: '',
  es: '(?: ?h(?:oras)?)?',
  hi: '(?: बजे)?',
  it: '',
  pt: '(?: ?h(?:oras)?)?',
};

const isTime = ({ hour, minute }: ClockTime): boolean => hour <= 24 && minute < 60;

/** Times of day. */
export function timeRules(locale: TextLocale): Rule[] {
  const { base, speller, to } = locale;
  const sayTime = SAY[base];
  if (!sayTime) return [];
  const words = (value: number): string => speller.cardinal(String(value));
  const say = (hour = '', minute = '00'): string | null => {
    const time = { hour: Number(hour), minute: Number(minute) };
    return isTime(time) ? sayTime(time, words, locale) : null;
  };
  const clock = String.raw`(\d{1,2}):(\d{2})(?::00)?`;
  const unit = UNIT[base] ?? '';
  return [
    ...(OWN_RULES[base]?.(say, locale) ?? []),
    ruleFor(`${BEFORE}${clock} ?[–-] ?${clock}${unit}${AFTER}`, ([, hour, minute, lastHour, lastMinute]) =>
      between(say(hour, minute), to, say(lastHour, lastMinute)),
    ),
    ruleFor(`${BEFORE}${clock}${unit}${AFTER}`, ([, hour, minute]) => say(hour, minute)),
  ];
}

type Say = (hour?: string, minute?: string) => string | null;

const between = (from: string | null, to: string, until: string | null): string | null =>
  from === null || until === null ? null : `${from} ${to} ${until}`;

const OWN_RULES: Readonly<Record<string, (say: Say, locale: TextLocale) => Rule[]>> = {
  en: (_, locale) => halfDayRules(locale),
  de: (say) => [
    ruleFor(String.raw`${BEFORE}(\d{1,2})\.(\d{2}) Uhr(?!\p{L})`, ([, hour, minute]) => say(hour, minute)),
    ruleFor(String.raw`${BEFORE}(\d{1,2}) Uhr(?: (\d{2}))?(?![\p{L}\d])`, ([, hour, minute]) => say(hour, minute)),
  ],
  fr: (say) => [hourLetterRule(say)],
  pt: (say, { speller }) => [
    ruleFor(
      String.raw`${BEFORE}(\d{1,2}) ?h(?![\p{L}\d])`,
      ([, hour = '']) => `${speller.cardinal(hour, 'feminine')} ${hour === '1' ? 'hora' : 'horas'}`,
    ),
    hourLetterRule(say),
  ],
};

/** `10h30` */
const hourLetterRule = (say: Say): Rule =>
  ruleFor(String.raw`${BEFORE}(\d{1,2}) ?h ?(\d{2})?(?![\p{L}\d])`, ([, hour, minute]) => say(hour, minute));

const HALF_DAY = String.raw`(\d{1,2})(?:[:.](\d{2}))? ?([ap])\.? ?m(?![\p{L}\p{M}\p{N}])\.?`;

/** English times before and after noon: “seven thirty p.m.”. A full stop after it ends the sentence as well. */
function halfDayRules({ speller, to }: TextLocale): Rule[] {
  const words = (value: number): string => speller.cardinal(String(value));
  const sayHour = (hour = '', minute = '00'): string | null => {
    if (Number(hour) > 12 || Number(minute) > 59) return null;
    return Number(minute) === 0
      ? words(Number(hour))
      : `${words(Number(hour))} ${minute.startsWith('0') ? 'oh ' : ''}${words(Number(minute))}`;
  };
  const sayHalf = (hour: string | undefined, minute: string | undefined, half = ''): string | null => {
    const time = sayHour(hour, minute);
    return time === null ? null : `${time} ${half.toLowerCase()}.m.`;
  };
  const range = String.raw`${BEFORE}(\d{1,2})(?::(\d{2}))?(?: ?([ap])\.?m\.?)? ?[–-] ?${HALF_DAY}`;
  return [
    ruleFor(
      range,
      ([, hour, minute, half, lastHour, lastMinute, lastHalf]) => {
        const from = half === undefined ? sayHour(hour, minute) : sayHalf(hour, minute, half);
        return between(from, to, sayHalf(lastHour, lastMinute, lastHalf));
      },
      'giu',
    ),
    ruleFor(`${BEFORE}${HALF_DAY}`, ([, hour, minute, half]) => sayHalf(hour, minute, half), 'giu'),
  ];
}
