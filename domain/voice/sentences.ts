import { toSpeechText } from './speech-text.ts';

/** Text of a reply that is not yet a whole segment. */
export interface PendingText {
  readonly text: string;
  /** Whether a segment was taken before. The first segment may be a clause. */
  readonly isStarted: boolean;
}

export const NO_PENDING_TEXT: PendingText = { text: '', isStarted: false };

/** Shortest clause that becomes a segment, in characters. */
const FIRST_CLAUSE_MIN = 12;
/** Shortest sentence that becomes a segment, in characters. Shorter ones join the next. */
const SENTENCE_MIN = 6;
/** Longest segment, in characters. Longer text without a boundary is cut at a space. */
const RUN_ON_MAX = 240;

// Sentence ends of the supported scripts. Those that need no space after them are unambiguous, as is a new line.
const SENTENCE_END = /(?:[.!?…](?![.!?…])["'”’)\]*_]*(?=\s)|[।॥。！？؟۔።។။]+[”’」』）)\]]*|\n)/gu;
/** Punctuation that may follow a sentence end after its segment was taken. Dropped at the start of a segment. */
const LATE_MARKS = /^[।॥。！？؟۔።។။”’」』）)\]]+/u;
const CLAUSE_END = /(?:[,;:—–](?=\s)|[、，；：،؛])/gu;
/** A number that can be an ordinal one, as in “24. November”, and what follows it then: a month in German, or a small letter. */
const NUMBER_END = /(?:^|[\s(])\d{1,2}\.$/u;
const AFTER_ORDINAL =
  /^(?:Jän(?:ner)?|Jan(?:uar)?|Feb(?:ruar)?|März|Apr(?:il)?|Mai|Jun[io]?|Jul[io]?|Aug(?:ust)?|Sept?(?:ember)?|Okt(?:ober)?|Nov(?:ember)?|Dez(?:ember)?|\p{Ll}\S*)(?=[\s.,])/u;
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|vs|etc|(?:[a-z]\.)*[a-z])\.$/iu;

/**
 * Adds text and returns the segments that are complete: sentences, and for a low TTFB the first clause. A terminator
 * counts only before a space, so that `3.50` and `e.g.` stay whole.
 */
export function takeSentences(before: PendingText, added: string): { segments: string[]; rest: PendingText } {
  const segments: string[] = [];
  let rest = withoutLateMarks({ text: before.text + added, isStarted: before.isStarted });
  for (;;) {
    const end = nextBorder(rest);
    if (end === 0) return { segments, rest };
    const segment = toSpeechText(rest.text.slice(0, end));
    if (segment !== '') segments.push(segment);
    rest = withoutLateMarks({ text: rest.text.slice(end), isStarted: rest.isStarted || segment !== '' });
  }
}

/** The segments of a whole text. */
export function splitForSpeech(text: string): string[] {
  const { segments, rest } = takeSentences(NO_PENDING_TEXT, `${text} `);
  return [...segments, ...takeRest(rest)];
}

/** The last segment, or none, when the reply is complete. */
export function takeRest(before: PendingText): string[] {
  const segment = toSpeechText(before.text);
  return segment === '' ? [] : [segment];
}

const withoutLateMarks = ({ text, isStarted }: PendingText): PendingText => ({
  text: text.replace(LATE_MARKS, ''),
  isStarted,
});

function nextBorder({ text, isStarted }: PendingText): number {
  // A very long text is not searched as a whole for every segment.
  const near = text.slice(0, RUN_ON_MAX + 1);
  const sentence = firstEnd(near, SENTENCE_END, SENTENCE_MIN);
  const clause = isStarted ? 0 : firstEnd(near, CLAUSE_END, FIRST_CLAUSE_MIN);
  const ends = [sentence, clause].filter((end) => end > 0);
  const border = Math.min(...ends);
  if (border <= RUN_ON_MAX) return border;
  if (text.length <= RUN_ON_MAX) return 0;
  const space = text.lastIndexOf(' ', RUN_ON_MAX);
  return space > 0 ? space + 1 : RUN_ON_MAX;
}

function firstEnd(text: string, pattern: RegExp, atLeast: number): number {
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (end >= atLeast && !ABBREVIATION.test(text.slice(0, end)) && !isOrdinal(text, end)) return end;
  }
  return 0;
}

/** Whether the sentence continues after the number before this end, or may do so, as the next word is not known yet. */
function isOrdinal(text: string, end: number): boolean {
  if (!NUMBER_END.test(text.slice(0, end))) return false;
  const next = text.slice(end).trimStart();
  return AFTER_ORDINAL.test(next) || !/\s/u.test(next);
}
