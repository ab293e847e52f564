import type { Steps } from '../steps.ts';
import type { TranscriptEntry } from './call-record.ts';

const SENTENCE = /[^.!?]+[.!?]*/gu;
/** Questions as alike as this are the same one: the share of their words that both have. */
const SAME = 0.75;
/** Shorter ones are asked for other reasons as well. In words. */
const WORDS_MIN = 3;

/** Most questions that are compared with later ones: the newest. */
const QUESTIONS_MAX = 1_000;

/** A question that the agent asked twice although the caller had answered in between. Null: there is none. In steps. */
export function* repeatedQuestion(transcript: readonly TranscriptEntry[]): Steps<string | null> {
  let answered: Question[] = [];
  let open: Question[] = [];
  for (const { speaker, words } of transcript) {
    if (speaker === 'caller') {
      answered = [...answered, ...open].slice(-QUESTIONS_MAX);
      open = [];
      continue;
    }
    for (const question of questionsIn(words)) {
      yield;
      if (answered.some((before) => isSame(before, question))) return question.text;
      open.push(question);
    }
  }
  return null;
}

interface Question {
  readonly text: string;
  readonly words: ReadonlySet<string>;
}

const questionsIn = (text: string): Question[] =>
  [...text.matchAll(SENTENCE)]
    .map(([sentence]) => sentence.trim())
    .filter((sentence) => sentence.endsWith('?'))
    .map((sentence) => ({ text: sentence, words: new Set(sentence.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []) }))
    .filter(({ words }) => words.size >= WORDS_MIN);

function isSame({ words: one }: Question, { words: other }: Question): boolean {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / (one.size + other.size - both) >= SAME;
}
