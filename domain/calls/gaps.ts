import { asks, topicWords } from '../knowledge/question-words.ts';
import type { AnswerRecord, WrongAnswer } from './answer-record.ts';
import type { CallLog } from './call-log.ts';

/** Questions are alike when they share this much of their words. */
const ALIKE = 0.6;
/** Words count by their first letters, so that inflections of one are the same. */
const STEM_LENGTH = 4;

/** `unanswered`: no passage was close enough. `wrong`: a member marked the answer. */
export const GAP_KINDS = ['unanswered', 'wrong'] as const;
export type GapKind = (typeof GAP_KINDS)[number];

/** A question that the documents should answer. */
export interface Gap extends Omit<WrongAnswer, 'at'> {
  readonly kind: GapKind;
  readonly call_id: string;
  readonly agent_id: string;
  readonly agent_name: string | null;
  /** When the answer began to be heard. */
  readonly at: string;
  readonly question: string;
  readonly searched_for?: string;
  readonly answer: string;
}

/** Gaps whose questions are alike, the latest first. */
export interface GapGroup {
  /** The latest question. */
  readonly question: string;
  readonly kind: GapKind;
  readonly count: number;
  readonly last_at: string;
  readonly answers: readonly Gap[];
}

type CallAnswers = Pick<CallLog, 'answers' | 'wrong_answers' | 'agent_draft'>;

/** How many gaps a call has. Null: none, so that its index leaves the call out. */
export const gapCount = (call: CallAnswers): number | null => kindsOf(call).size || null;

/** The gaps of a call, in order. */
export function gapsIn(call: CallAnswers & Pick<CallLog, 'call_id' | 'agent_id' | 'agent_name'>): Gap[] {
  const { call_id, agent_id, agent_name, answers = [], wrong_answers = [] } = call;
  const kinds = kindsOf(call);
  return answers.flatMap(({ number, at, question, searched_for, answer }): Gap[] => {
    const kind = kinds.get(number);
    const { note, correct_answer } = wrong_answers.find((each) => each.number === number) ?? {};
    const words = { ...(searched_for !== undefined && { searched_for }), ...(note !== undefined && { note }) };
    const right = correct_answer === undefined ? {} : { correct_answer };
    return kind ? [{ kind, call_id, agent_id, agent_name, number, at, question, answer, ...words, ...right }] : [];
  });
}

/**
 * The numbers of answers that are gaps, with their kinds. A mark outweighs what was found. A trial of a draft has none: who
 * tries an agent out asks anything.
 */
function kindsOf({ answers = [], wrong_answers = [], agent_draft }: CallAnswers): Map<number, GapKind> {
  if (agent_draft !== undefined) return new Map();
  const marked = new Set(wrong_answers.map(({ number }) => number));
  return new Map(
    answers.flatMap((answer): [number, GapKind][] => {
      if (marked.has(answer.number)) return [[answer.number, 'wrong']];
      return isUnanswered(answer) ? [[answer.number, 'unanswered']] : [];
    }),
  );
}

/** Small talk finds no passage either, and needs none: it asks nothing, or about nothing, as “how are you” does. */
const isUnanswered = ({ lookup, question, searched_for }: AnswerRecord): boolean =>
  lookup === 'nothing_close' && asks(question) && topicWords(searched_for ?? question).some((word) => word.length > 1);

/**
 * Gaps grouped by kind and by questions that are alike, the most frequent first and of equals the latest. `gaps` are in
 * any order; at most `listed` of a group are named.
 */
export function groupedGaps(gaps: readonly Gap[], listed: number): GapGroup[] {
  const groups: { readonly words: ReadonlySet<string>; readonly gaps: Gap[] }[] = [];
  const byWord = new Map<string, Set<number>>();
  for (const gap of gaps.toSorted((one, other) => compare(other.at, one.at))) {
    const words = wordsOf(gap);
    const near = new Set([...words].flatMap((word) => [...(byWord.get(word) ?? [])]));
    const known = [...near].find((at) => likeness(words, groups[at]!.words) >= ALIKE);
    if (known !== undefined) groups[known]!.gaps.push(gap);
    else {
      groups.push({ words, gaps: [gap] });
      for (const word of words) byWord.set(word, (byWord.get(word) ?? new Set()).add(groups.length - 1));
    }
  }
  return groups
    .map(({ gaps: [latest, ...rest] }): GapGroup => ({
      ...{ question: latest!.question, kind: latest!.kind, count: rest.length + 1, last_at: latest!.at },
      answers: [latest!, ...rest].slice(0, listed),
    }))
    .toSorted((one, other) => other.count - one.count || compare(other.last_at, one.last_at));
}

/** The words that gaps are grouped by: the words of the topic, else the whole question, each with the kind of the gap. */
function wordsOf({ kind, question, searched_for }: Gap): ReadonlySet<string> {
  const words = topicWords(searched_for ?? question).map((word) => word.slice(0, STEM_LENGTH));
  return new Set((words.length > 0 ? words : [question.toLowerCase()]).map((word) => `${kind} ${word}`));
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  return shared / (one.size + other.size - shared);
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
