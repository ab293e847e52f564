import { filledText } from '../bounded-text.ts';

/** Maximum length of a filled reply, in UTF-16 units. An unfilled one has the same limit. */
const REPLY_MAX = 200_000;

/** What the placeholders of a reply stand for, beside the groups of its rule. */
export interface ReplyFacts {
  readonly knowledge: string;
  readonly answer: string;
}

const FULL_STOPS: readonly string[] = ['.', '।', '。', '۔', '።'];

/** A text before the marks with which the reply ends its sentence: the callers' words and excerpts may have their own. */
function withMarks(text: string, marks: string | undefined): string {
  if (marks === undefined) return text;
  const words = text.trimEnd();
  if (FULL_STOPS.includes(marks)) return /[\p{Sentence_Terminal}…]["'”’»)]?$/u.test(words) ? words : words + marks;
  return (FULL_STOPS.includes(words.at(-1) ?? '') ? words.slice(0, -1) : words) + marks;
}

/**
 * Fills a reply once: inserted text is not filled again. `$` with a number that is not a group stays: `requireGroups`
 * rejects it in new scripts.
 */
export const filled = (say: string, found: readonly (string | undefined)[], facts: ReplyFacts): string =>
  filledText(
    say,
    /(?:\$([$&1-9])|\{\{(knowledge|answer)\}\})([.!?]+(?=\s|$)|[।。۔።！？؟]+)?/gu,
    ([whole, group, fact, marks]) => {
      if (group === '$') return `$${marks ?? ''}`;
      if (group === undefined) return withMarks(facts[fact as keyof ReplyFacts], marks);
      const index = group === '&' ? 0 : Number(group);
      return index < found.length ? withMarks(found[index] ?? '', marks) : whole;
    },
    REPLY_MAX,
  )
    .replace(/\s+/g, ' ')
    .trim();
