import type { Pronunciation } from '../agents/speech.ts';
import { WORD_SEGMENTER } from './word-timing.ts';
import type { Substitution } from './speech-form.ts';

/** Finds the terms of a dictionary in a text, from left to right, in order. */
export type PronunciationFinder = (text: string) => Substitution[];

interface Entry extends Pronunciation {
  /** Whether the term matches in any case. */
  readonly anyCase: boolean;
}

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}\p{Join_Control}_]/u;
/** Scripts without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** A contraction such as `can't` is another word than `can`. A possessive is not. */
const CONTRACTION = /^['’](?!s(?![\p{L}\p{M}]))\p{L}/iu;

/**
 * The entries that apply in this language. A term matches whole words only. Of several terms at one place the longest
 * matches, then that of the more specific language, then the first. A term in lower case matches in any case.
 */
export function pronunciationsIn(entries: readonly Pronunciation[], language: string): PronunciationFinder {
  const byFirst = new Map<string, Entry[]>();
  for (const entry of applicable(entries, language)) {
    const first = firstOf(entry.term);
    byFirst.set(first, [...(byFirst.get(first) ?? []), entry]);
  }
  return byFirst.size === 0 ? () => [] : (text) => find(text, byFirst);
}

function applicable(entries: readonly Pronunciation[], language: string): Entry[] {
  const specificity = ({ language: own = '' }: Pronunciation): number => own.length;
  return entries
    .filter(({ language: own }) => own === undefined || own === language || language.startsWith(`${own}-`))
    .flatMap((entry) => {
      const anyCase = entry.term === entry.term.toLowerCase();
      return [...new Set([entry.term.normalize('NFC'), entry.term.normalize('NFD')])].map((term) => ({
        ...entry,
        ...{ term, anyCase },
      }));
    })
    .toSorted((one, other) => other.term.length - one.term.length || specificity(other) - specificity(one));
}

function find(text: string, byFirst: ReadonlyMap<string, readonly Entry[]>): Substitution[] {
  const found: Substitution[] = [];
  const borders = wordBorders(text);
  for (let at = 0; at < text.length; at += 1) {
    const entry = byFirst.get(firstOf(text.slice(at, at + 2)))?.find((each) => matches(text, at, each, borders));
    if (!entry) continue;
    const to = at + entry.term.length;
    found.push({ from: at, to, say: entry.say_as, ...(entry.phonemes !== undefined && { ipa: entry.phonemes }) });
    at = to - 1;
  }
  return found;
}

function matches(text: string, at: number, { term, anyCase }: Entry, borders: () => ReadonlySet<number>): boolean {
  const end = at + term.length;
  const words = text.slice(at, end);
  if (words !== term && !(anyCase && words.toLowerCase() === term)) return false;
  return isBorder(text, at, borders) && isBorder(text, end, borders) && !CONTRACTION.test(text.slice(end, end + 3));
}

/** Whether a word may begin or end here. Between letters of a script without spaces, the word segmenter decides. */
function isBorder(text: string, at: number, borders: () => ReadonlySet<number>): boolean {
  const [before, after] = [
    lastOf(text.slice(Math.max(0, at - 2), at)),
    String.fromCodePoint(text.codePointAt(at) ?? 32),
  ];
  if (!WORD_CHARACTER.test(before) || !WORD_CHARACTER.test(after)) return true;
  return (UNSPACED.test(before) || UNSPACED.test(after)) && borders().has(at);
}

/** Where words begin, found when first needed. */
function wordBorders(text: string): () => ReadonlySet<number> {
  let borders: ReadonlySet<number> | null = null;
  return () => (borders ??= new Set([...WORD_SEGMENTER.segment(text)].map(({ index }) => index)));
}

const firstOf = (text: string): string => String.fromCodePoint(text.codePointAt(0) ?? 32).toLowerCase();
const lastOf = (text: string): string => [...text].at(-1) ?? ' ';
