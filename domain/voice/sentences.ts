import { toSpeechText } from './speech-text.ts';

/** Text of an answer that was not yet handed to the voice. */
export interface PendingText {
  readonly text: string;
  /** Whether anything was handed over; the first piece may be a mere clause. */
  readonly isStarted: boolean;
}

export const NO_PENDING_TEXT: PendingText = { text: '', isStarted: false };

/** A clause shorter than this is not worth a synthesis of its own. In characters. */
const FIRST_CLAUSE_MIN = 12;
/** Sentences shorter than this wait for the next. In characters. */
const SENTENCE_MIN = 6;
/** Text without any border is cut at a space here, so that an endless sentence is still spoken. In characters. */
const RUN_ON_MAX = 240;

// Full stops of the scripts the platform speaks; those without a space after them are unambiguous. So is a new line.
const SENTENCE_END = /(?:[.!?…](?![.!?…])["'”’)\]*_]*(?=\s)|[।॥。！？؟۔።។။]+[”’」』）)\]]*|\n)/gu;
/** What may still follow such a stop when its sentence was taken already; before any sentence it says nothing either. */
const LATE_MARKS = /^[।॥。！？؟۔።។။”’」』）)\]]+/u;
const CLAUSE_END = /(?:[,;:—–](?=\s)|[、，；：،؛])/gu;
const ABBREVIATION = /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|no|vs|etc|(?:[a-z]\.)*[a-z])\.$/iu;

/**
 * Adds new text and answers the pieces that can be spoken now: whole sentences, and for a fast start the first clause.
 * A terminator counts when a space follows, so that `3.50` and `e.g.` stay whole.
 */
export function takeSentences(before: PendingText, added: string): { pieces: string[]; rest: PendingText } {
  const pieces: string[] = [];
  let rest = withoutLateMarks({ text: before.text + added, isStarted: before.isStarted });
  for (;;) {
    const end = nextBorder(rest);
    if (end === 0) return { pieces, rest };
    const piece = toSpeechText(rest.text.slice(0, end));
    if (piece !== '') pieces.push(piece);
    rest = withoutLateMarks({ text: rest.text.slice(end), isStarted: rest.isStarted || piece !== '' });
  }
}

/** The pieces in which a whole text is spoken. */
export function splitForSpeech(text: string): string[] {
  const { pieces, rest } = takeSentences(NO_PENDING_TEXT, `${text} `);
  return [...pieces, ...takeRest(rest)];
}

/** What is left to say when the answer is over, or nothing. */
export function takeRest(before: PendingText): string[] {
  const piece = toSpeechText(before.text);
  return piece === '' ? [] : [piece];
}

const withoutLateMarks = ({ text, isStarted }: PendingText): PendingText => ({
  text: text.replace(LATE_MARKS, ''),
  isStarted,
});

function nextBorder({ text, isStarted }: PendingText): number {
  // Whoever sends an endless text at once is not to have all of it looked through for every piece.
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
    if (end >= atLeast && !ABBREVIATION.test(text.slice(0, end))) return end;
  }
  return 0;
}
