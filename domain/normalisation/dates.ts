import type { TextLocale } from './locale.ts';
import { AFTER, anyOf, BEFORE, ruleFor, type Rule } from './rule.ts';

/** German words after which an ordinal number ends in -en, and those after which it ends in -e. */
const GERMAN_DATIVE = /(?:^|[^\p{L}])(?:am|vom|zum|dem|den|des|beim|seit|bis|ab|im|der nacht vom) $/iu;
const GERMAN_ARTICLE = /(?:^|[^\p{L}])(?:der|die|das) $/iu;

/** Years that are said in two halves in English and German. */
const isHalved = (year: number): boolean => (year >= 1_100 && year < 2_000) || (year >= 2_010 && year < 2_100);

interface WrittenDate {
  readonly day: number;
  readonly month: number;
  readonly year: string | undefined;
  /** The text before it. */
  readonly before: string;
}

/** Dates in figures, and dates with the name of a month. */
export function dateRules(locale: TextLocale): Rule[] {
  const { isMonthFirst, months } = locale;
  const say = (date: WrittenDate): string | null => (isDate(date) ? sayDate(date, locale) : null);
  const numericDate = (mark: string): Rule =>
    ruleFor(String.raw`${BEFORE}(\d{1,2})${mark}(\d{1,2})${mark}(\d{4}|\d{2})${AFTER}`, (match) => {
      const [one, other] = [Number(match[1]), Number(match[2])];
      const [month, day] = isMonthFirst && mark !== String.raw`\.` ? [one, other] : [other, one];
      return say({ day, month, year: match[3], before: match.input.slice(0, match.index) });
    });
  const name = `(${anyOf(months.keys())})`;
  const end = String.raw`(?:st|nd|rd|th|er|º|ª|°|\.)?`;
  const dayFirst = String.raw`${BEFORE}(\d{1,2})${end} (?:of |de )?${name}(?![\p{L}\p{M}])\.?(?:(?:,| de| del)? (\d{4}))?${AFTER}`;
  const monthFirst = String.raw`(?<![\p{L}\p{M}\p{N}])${name}\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?${AFTER}`;
  const named = (pattern: string, dayAt: number, monthAt: number): Rule =>
    ruleFor(
      pattern,
      (match) =>
        say({
          day: Number(match[dayAt]),
          month: months.get((match[monthAt] ?? '').toLowerCase()) ?? 0,
          year: match[3],
          before: match.input.slice(0, match.index),
        }),
      'giu',
    );
  return [
    ruleFor(String.raw`${BEFORE}(\d{4})-(\d{2})-(\d{2})${AFTER}`, ({ 1: year, 2: month, 3: day, input, index }) =>
      say({ day: Number(day), month: Number(month), year, before: input.slice(0, index) }),
    ),
    numericDate(String.raw`\.`),
    numericDate('/'),
    numericDate('-'),
    named(dayFirst, 1, 2),
    ...(locale.base === 'en' ? [named(monthFirst, 2, 1)] : []),
    yearRule(locale),
  ];
}

const isDate = ({ day, month }: WrittenDate): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;

function sayDate({ day, month, year, before }: WrittenDate, locale: TextLocale): string {
  const { base, isMonthFirst, monthNames } = locale;
  const monthName = monthNames[month - 1] ?? '';
  const yearWords = year === undefined ? '' : sayYear(year, locale);
  if (base === 'en') {
    const dayWords = locale.speller.ordinal(day);
    const hasArticle = /(?:^|[^\p{L}])the $/iu.test(before);
    const ofMonth = `${hasArticle ? '' : 'the '}${dayWords} of ${monthName}`;
    const words = isMonthFirst && !hasArticle ? `${monthName} ${dayWords}` : ofMonth;
    return yearWords === '' ? words : `${words}, ${yearWords}`;
  }
  const words = [sayDay(day, before, locale), locale.ofMonth, monthName];
  return [...words, ...(yearWords === '' ? [] : [locale.ofYear, yearWords])].filter((word) => word !== '').join(' ');
}

function sayDay(day: number, before: string, { base, speller, firstDay }: TextLocale): string {
  if (day === 1 && firstDay !== undefined) return firstDay;
  if (base !== 'de') return speller.cardinal(String(day));
  const ordinal = speller.ordinal(day).replace(/(?<=te)[rns]$/u, '');
  if (GERMAN_ARTICLE.test(before)) return ordinal;
  return GERMAN_DATIVE.test(before) ? `${ordinal}n` : `${ordinal}r`;
}

/** Of a year in two digits, those are said. */
function sayYear(written: string, { base, speller }: TextLocale): string {
  const year = Number(written);
  const words = (value: number): string => speller.cardinal(String(value));
  const [century, rest] = [Math.floor(year / 100), year % 100];
  if (written.length !== 4 || !isHalved(year)) return words(year);
  if (base === 'en') {
    if (rest === 0) return `${words(century)} hundred`;
    return `${words(century)} ${rest < 10 ? `oh ${words(rest)}` : words(rest)}`;
  }
  if (base === 'de' && year < 2_000) return `${words(century)}hundert${rest === 0 ? '' : words(rest)}`;
  return words(year);
}

/** A year after a word that goes before years. In other languages years are said as numbers. */
function yearRule(locale: TextLocale): Rule {
  const words: Readonly<Record<string, string>> = {
    en: 'in|since|from|until|till|before|after|by|to|through|year',
    de: 'jahr|jahre|jahres|seit|anno',
  };
  const before = words[locale.base];
  if (before === undefined) return () => [];
  return ruleFor(
    String.raw`(?<=(?<![\p{L}\p{M}])(?:${before}) )(1[1-9]\d\d|20\d\d)(?![\p{L}\p{N}]|[ \u00a0\u202f]?[$€£₹¥%]|[.,:/–-]\d)`,
    ([, year = '']) => sayYear(year, locale),
    'giu',
  );
}
