import type { Substitution } from '../voice/speech-form.ts';
import { addressRules } from './addresses.ts';
import { dateRules } from './dates.ts';
import { textLocale } from './locale.ts';
import { moneyRules } from './amounts.ts';
import { numberRules } from './numbers.ts';
import type { NumberSpeller } from './number-speller.ts';
import type { Rule } from './rule.ts';
import { LOCALE_WORDS } from './locale-words.ts';
import { telephoneRules } from './telephone.ts';
import { timeRules } from './times.ts';

/** Finds numbers, dates, times, money, telephone numbers and addresses in a text, and how a voice says them, in order. */
export type Normaliser = (text: string) => Substitution[];

/** Digits of scripts that the rules know as ASCII. */
const DEVANAGARI_DIGIT = /[\u0966-\u096f]/gu;
const HAS_FORMS = /[\d@\u0966-\u096f]|\p{L}\.\p{L}/u;

/** Languages in which forms are found, by the first part of their ids. */
export const NORMALISED_LANGUAGES: readonly string[] = [...LOCALE_WORDS.keys()];

/** The normaliser of a language. In a language without rules it finds nothing. */
export function normaliserOf(language: string, spellerOf: (language: string) => NumberSpeller | null): Normaliser {
  const words = LOCALE_WORDS.get(language.split('-', 1).join(''));
  const speller = words ? spellerOf(language) : null;
  if (!words || !speller) return () => [];
  const locale = textLocale(language, words, speller);
  const rules = [addressRules, dateRules, telephoneRules, timeRules, moneyRules, numberRules].flatMap((rulesOf) =>
    rulesOf(locale),
  );
  return (text) => (HAS_FORMS.test(text) ? firstFound(text.replace(DEVANAGARI_DIGIT, asciiDigit), rules) : []);
}

const asciiDigit = (digit: string): string => String(digit.charCodeAt(0) - 0x966);

/** What the rules find, without what overlaps with the finding of an earlier rule. */
function firstFound(text: string, rules: readonly Rule[]): Substitution[] {
  const found: Substitution[] = [];
  for (const rule of rules) found.push(...withoutOverlaps(rule(text), found));
  return found.toSorted((one, other) => one.from - other.from);
}

/** The substitutions that overlap with none of the others. */
export const withoutOverlaps = (
  substitutions: readonly Substitution[],
  others: readonly Substitution[],
): Substitution[] =>
  substitutions.filter(({ from, to }) => !others.some((other) => other.from < to && from < other.to));
