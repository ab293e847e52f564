import type { Gender, NumberSpeller } from './number-speller.ts';

/** How a currency is spoken, and its hundredth parts, if they have a name. */
export interface CurrencyName {
  /** One unit, with its number: “one dollar”. */
  readonly one: string;
  readonly many: string;
  readonly cents?: { readonly one: string; readonly many: string };
  readonly gender?: Gender;
}

/** The words of a language for what stands between and beside numbers. */
export interface LocaleWords {
  readonly minus: string;
  readonly plus: string;
  /** The decimal mark. */
  readonly point: string;
  readonly percent: string;
  /** Between the ends of a range. */
  readonly to: string;
  /** Between units and hundredth parts of a currency. Empty: none. */
  readonly and: string;
  /** In addresses. */
  readonly at: string;
  readonly dot: string;
  readonly dash: string;
  readonly underscore: string;
  readonly slash: string;
  /** By symbol and by ISO code. */
  readonly currencies: Readonly<Record<string, CurrencyName>>;
  /** Words after which digits are spoken one by one, in lower case: “code”, “number”. A compound may end with them. */
  readonly codes: readonly string[];
  /** Ends of ordinal numbers in digits, as in `1st`. None where they have no distinct form. */
  readonly ordinalEnd?: RegExp;
  /** Words between day, month and year. */
  readonly ofMonth: string;
  readonly ofYear: string;
  /** The first day of a month, where it is not a cardinal number. */
  readonly firstDay?: string;
  /** Between whole millions and what is counted. */
  readonly ofMillions?: string;
}

/** A language with its marks and its order of dates. */
export interface TextLocale extends LocaleWords {
  /** Canonical id, such as `en-GB`. */
  readonly language: string;
  /** First part of the id. */
  readonly base: string;
  readonly decimal: string;
  readonly group: string;
  readonly isMonthFirst: boolean;
  /** Names of the months and their abbreviations in lower case, with the number of the month. */
  readonly months: ReadonlyMap<string, number>;
  /** Names of the months as they follow a day. */
  readonly monthNames: readonly string[];
  readonly speller: NumberSpeller;
}

/** The locale of a language whose words are known. Its marks, its order of dates and its months are those of Unicode's data. */
export function textLocale(language: string, words: LocaleWords, speller: NumberSpeller): TextLocale {
  const marks = new Intl.NumberFormat(language).formatToParts(1_234_567.8);
  const markOf = (type: string): string => marks.find((part) => part.type === type)?.value ?? '';
  const order = new Intl.DateTimeFormat(language).formatToParts(0).map(({ type }) => type);
  return {
    ...words,
    language,
    base: language.split('-', 1).join(''),
    decimal: markOf('decimal'),
    group: markOf('group'),
    isMonthFirst: order.indexOf('month') < order.indexOf('day'),
    ...monthsOf(language),
    speller,
  };
}

function monthsOf(language: string): Pick<TextLocale, 'months' | 'monthNames'> {
  const months = new Map<string, number>();
  const monthNames: string[] = [];
  for (let month = 1; month <= 12; month += 1) {
    const date = new Date(Date.UTC(2026, month - 1, 15));
    for (const length of ['long', 'short'] as const) {
      const inDate = new Intl.DateTimeFormat(language, { day: 'numeric', month: length, timeZone: 'UTC' });
      const alone = new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' });
      const named = inDate.formatToParts(date).find(({ type }) => type === 'month')?.value ?? alone.format(date);
      if (length === 'long') monthNames.push(named);
      for (const name of [named, alone.format(date)]) months.set(name.toLowerCase().replace(/\.$/u, ''), month);
    }
  }
  return { months, monthNames };
}
