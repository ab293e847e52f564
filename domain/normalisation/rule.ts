import type { Substitution } from '../voice/speech-form.ts';

/** Finds what it can say in a text, from left to right. */
export type Rule = (text: string) => Substitution[];

/** What stands before a number that is not part of a word, a code or another number, and what stands after it. */
export const BEFORE = String.raw`(?<![\p{L}\p{M}\p{N}_@#/.,:$€£₹¥+-])`;
export const AFTER = String.raw`(?![\p{L}\p{M}\p{N}_@/]|[.,:-]\p{N})`;

/** A rule for a pattern. `say` returns null for a match that is something else. */
export function ruleFor(pattern: string, say: (match: RegExpExecArray) => string | null, flags = 'gu'): Rule {
  const compiled = new RegExp(pattern, flags);
  return (text) => {
    const found: Substitution[] = [];
    for (const match of text.matchAll(compiled)) {
      const words = say(match);
      if (words !== null) found.push({ from: match.index, to: match.index + match[0].length, say: words });
    }
    return found;
  };
}

/** One of these texts, as they are. Longer ones first. */
export const anyOf = (texts: Iterable<string>): string =>
  [...texts]
    .toSorted((one, other) => other.length - one.length)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`))
    .join('|');
