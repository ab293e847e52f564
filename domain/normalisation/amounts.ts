import type { CurrencyName, TextLocale } from './locale.ts';
import { numberPattern, parseNumber, sayNumber, type WrittenNumber } from './numbers.ts';
import { AFTER, anyOf, BEFORE, ruleFor, type Rule } from './rule.ts';

/** Spaces between a currency and its number. */
const GAP = String.raw`[ \u00a0\u202f]?`;
/** An amount may be one for something: `$5/month`. */
const AFTER_AMOUNT = AFTER.replace('@/', '@');
const MILLIONS = /^[1-9]\d*0{6}$/u;

/** Amounts with the symbol or the code of a currency before or after them. */
export function moneyRules(locale: TextLocale): Rule[] {
  const number = numberPattern(locale);
  const currencies = Object.keys(locale.currencies);
  const currency = `(?:${anyOf(currencies)})`;
  const say = (name: string, sign: string | undefined, written: string, scale: string | undefined): string => {
    const amount = parseNumber(written, locale);
    const found = locale.currencies[name] as CurrencyName;
    const words = scale === undefined ? sayAmount(amount, found, locale) : sayScaled(amount, scale, found, locale);
    return sign === undefined ? words : `${locale.minus} ${words}`;
  };
  const before = String.raw`(?<![\p{L}\p{M}\p{N}])([-−])?(${currency})${GAP}(${number})(?: (million|billion))?${AFTER_AMOUNT}`;
  const after = String.raw`${BEFORE}([-−])?(${number})${GAP}(${currency})(?![\p{L}\p{M}\p{N}])`;
  return [
    ruleFor(before, ([, sign, name = '', written = '', scale]) => say(name, sign, written, scale)),
    ruleFor(after, ([, sign, written = '', name = '']) => say(name, sign, written, undefined)),
  ];
}

/** “twelve dollars and fifty cents”. A fraction of other than two digits is read as one. */
function sayAmount({ whole, fraction }: WrittenNumber, currency: CurrencyName, locale: TextLocale): string {
  const { cents } = currency;
  if (fraction !== '' && (fraction.length !== 2 || !cents))
    return `${sayNumber({ whole, fraction }, locale)} ${currency.many}`;
  const units = sayUnits(whole, currency, locale);
  if (!cents || Number(fraction) === 0) return units;
  const hundredths = Number(fraction) === 1 ? cents.one : `${counted(String(Number(fraction)), locale)} ${cents.many}`;
  if (Number(whole) === 0) return hundredths;
  return locale.and === '' ? `${units} ${hundredths}` : `${units} ${locale.and} ${hundredths}`;
}

function sayUnits(whole: string, { one, many, gender }: CurrencyName, locale: TextLocale): string {
  if (Number(whole) === 1) return one;
  const words = counted(whole, locale, gender);
  const { ofMillions, base } = locale;
  const isMillions = ofMillions !== undefined && MILLIONS.test(whole);
  return `${words} ${isMillions ? elided(ofMillions, many, base) : many}`;
}

const sayScaled = (amount: WrittenNumber, scale: string, { many }: CurrencyName, locale: TextLocale): string =>
  `${sayNumber(amount, locale)} ${scale} ${many}`;

/** French drops the vowel of “de” before another one. */
const elided = (of: string, many: string, base: string): string =>
  base === 'fr' && /^[aeiou]/iu.test(many) ? `d'${many}` : `${of} ${many}`;

/** A number before the noun that it counts: in Spanish “veintiún euros”, where one counts “veintiuno”. */
function counted(whole: string, locale: TextLocale, gender?: CurrencyName['gender']): string {
  const words = locale.speller.cardinal(whole, gender);
  if (locale.base !== 'es' || gender === 'feminine') return words;
  return words.replace(/veintiuno$/u, 'veintiún').replace(/uno$/u, 'un');
}
