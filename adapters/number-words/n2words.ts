import * as de from 'n2words/de-DE';
import * as enGb from 'n2words/en-GB';
import * as enIn from 'n2words/en-IN';
import * as enUs from 'n2words/en-US';
import * as es from 'n2words/es-ES';
import * as fr from 'n2words/fr-FR';
import * as hi from 'n2words/hi-IN';
import * as it from 'n2words/it-IT';
import * as pt from 'n2words/pt-PT';
import type { NumberWords } from '../../application/ports/number-words.ts';
import type { Gender, NumberSpeller } from '../../domain/normalisation/number-speller.ts';

interface Library {
  toCardinal(value: string): string;
  toOrdinal(value: number): string;
}

/** Makes the last words of a number feminine, which the library does for Spanish only. */
type Feminine = (words: string) => string;

const spellerWith = ({ toCardinal, toOrdinal }: Library, feminine: Feminine = (words) => words): NumberSpeller => ({
  cardinal: (digits, gender?: Gender) => (gender === 'feminine' ? feminine(toCardinal(digits)) : toCardinal(digits)),
  ordinal: (value) => toOrdinal(value),
});

const spanish: NumberSpeller = {
  cardinal: (digits, gender = 'masculine') => es.toCardinal(digits, { gender }),
  ordinal: (value) => es.toOrdinal(value),
};

/** By canonical id, or its first part. */
const SPELLERS: Readonly<Record<string, NumberSpeller>> = {
  en: spellerWith(enUs),
  'en-GB': spellerWith(enGb),
  'en-IN': spellerWith(enIn),
  de: spellerWith(de),
  es: spanish,
  fr: spellerWith(fr, (words) => words.replace(/\bun$/u, 'une')),
  hi: spellerWith(hi),
  it: spellerWith(it, (words) => (words === 'uno' ? 'una' : words)),
  pt: spellerWith(pt, (words) =>
    words
      .replaceAll('entos', 'entas')
      .replace(/\bum$/u, 'uma')
      .replace(/\bdois$/u, 'duas'),
  ),
};

/** The numbers of n2words. */
export const n2wordsNumbers = (): NumberWords => ({
  spellerOf: (language) => SPELLERS[language] ?? SPELLERS[language.split('-', 1).join('')] ?? null,
});
