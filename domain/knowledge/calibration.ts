import { topicWords } from './question-words.ts';

/** Changes when questions are made, or passages are compared with them, in another way. */
export const CALIBRATION_VERSION = 1;
/** Questions made of a document, and words of each: about as many as callers use. */
const QUESTIONS_MAX = 16;
const WORDS = { least: 2, most: 4 } as const;
/** Characters of a question in a script without spaces. */
const UNSPACED_LENGTH = 10;
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** How far a passage is from a question. */
export interface Nearness {
  /** The share of the question's words that it lacks, by how rare they are: 0 none, 1 all. */
  readonly lacking: number;
  /** On the scale of the model that embedded it. */
  readonly distance: number;
}

/**
 * What a document says of the nearness that means nothing: how near the nearest passage about something else is to
 * questions about its own. The medians of these questions, so that those of many documents are put together fast.
 */
export interface Calibration extends Nearness {
  readonly version: number;
  readonly questions: number;
}

/** A passage of which a question is made. */
export interface Passage {
  readonly heading: string | null;
  readonly text: string;
}

/** A question about the passage at this position. */
export interface SampleQuestion {
  readonly at: number;
  readonly question: string;
}

/** Questions about passages that are spread evenly over a document. */
export function sampleQuestions(passages: readonly Passage[]): SampleQuestion[] {
  const count = Math.min(QUESTIONS_MAX, passages.length);
  return Array.from({ length: count }, (_, index) => Math.floor(((index + 0.5) * passages.length) / count)).flatMap(
    (at) => {
      const question = questionAbout(passages[at]!);
      return question === null ? [] : [{ at, question }];
    },
  );
}

/** Whether a passage may answer the question about another: it is beside it, or has the same headings. */
export const mayAnswer = (passages: readonly Passage[], at: number, other: number): boolean =>
  Math.abs(at - other) <= 1 || (passages[at]!.heading !== null && passages[at]!.heading === passages[other]?.heading);

/** The calibration of a document, from the nearest passage about something else to each of its questions. */
export function calibrationOf(nearest: readonly Nearness[]): Calibration {
  const middle = (of: (each: Nearness) => number): number =>
    rounded(weightedMedian(nearest.map((each) => ({ value: of(each), weight: 1 }))) ?? 1);
  return {
    version: CALIBRATION_VERSION,
    questions: nearest.length,
    lacking: middle(({ lacking }) => lacking),
    distance: middle(({ distance }) => distance),
  };
}

/** How the reach follows from what was measured. */
export interface ReachRule {
  /** Passages within this share of the nearness that means nothing are close. */
  readonly share: number;
  readonly least: number;
  readonly most: number;
  /** With fewer measured questions nothing is learned. */
  readonly questions: number;
  readonly unlearned: number;
}

/** Chosen by `npm run bench:retrieval -- threshold tune`. */
export const REACH: ReachRule = { share: 0.93, least: 0.6, most: 0.85, questions: 12, unlearned: 0.7 };

/** How far passages may be. */
export interface Reach {
  readonly lacking: number;
  /** A passage with other words is close up to this. Null: its distance says no more than its words. */
  readonly distance: number | null;
}

/** How far passages of these documents may be, by what was measured of them. */
export function reachOf(measured: readonly Calibration[], knowsMeaning: boolean, rule = REACH): Reach {
  const known = measured.filter(({ version }) => version === CALIBRATION_VERSION);
  const questions = known.reduce((sum, each) => sum + each.questions, 0);
  const middle = (of: (each: Calibration) => number): number | null =>
    questions < rule.questions
      ? null
      : weightedMedian(known.map((each) => ({ value: of(each), weight: each.questions })));
  const lacking = middle((each) => each.lacking);
  const learned = lacking === null ? rule.unlearned : rule.share * lacking;
  return {
    lacking: Math.min(rule.most, Math.max(rule.least, learned)),
    distance: knowsMeaning ? (middle((each) => each.distance) ?? Infinity) : null,
  };
}

/** The value that half of the weight is at or below. Null without any. */
function weightedMedian(values: readonly { readonly value: number; readonly weight: number }[]): number | null {
  const half = values.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let passed = 0;
  for (const { value, weight } of values.toSorted((a, b) => a.value - b.value)) {
    passed += weight;
    if (weight > 0 && passed >= half) return value;
  }
  return null;
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Words that ask for a passage: the last part of its heading, or some of a sentence in its middle. */
function questionAbout({ heading, text }: Passage): string | null {
  const named = topicWords(heading?.split(' › ').at(-1) ?? '');
  if (named.length >= WORDS.least) return named.slice(0, WORDS.most).join(' ');
  if (UNSPACED.test(text)) return unspacedQuestion(text);
  const sentences = text.split(/(?<=[.!?।])\s+/u).filter((sentence) => topicWords(sentence).length >= WORDS.most);
  const words = topicWords(sentences[Math.floor(sentences.length / 2)] ?? text);
  const count = Math.min(WORDS.most, words.length);
  const some = Array.from({ length: count }, (_, index) => words[Math.floor((index * words.length) / count)]!);
  const question = [...new Set(some)];
  return question.length < WORDS.least ? null : question.join(' ');
}

/** The beginning of a part of a sentence. */
function unspacedQuestion(text: string): string | null {
  const parts = text.split(/[\s\p{P}]+/u).filter((part) => part.length >= UNSPACED_LENGTH / 2);
  return parts[Math.floor(parts.length / 2)]?.slice(0, UNSPACED_LENGTH) ?? null;
}
