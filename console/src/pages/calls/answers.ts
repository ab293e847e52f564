import type { Call } from './call.ts';
import { answerStrings } from './strings.ts';

/** An answer of the agent, and what it is based on. */
export type Answer = NonNullable<Call['answers']>[number];

/** The mark of a wrong answer. */
export type Mark = NonNullable<Call['wrong_answers']>[number];

/** The mark of an answer. Null: it has none. */
export const markOf = ({ wrong_answers: marks = [] }: Pick<Call, 'wrong_answers'>, answer: Answer): Mark | null =>
  marks.find(({ number }) => number === answer.number) ?? null;

/** When the answer began to be heard, in seconds since the conversation began. */
export const beganAt = (call: Pick<Call, 'start_time_utc' | 'created_at'>, { at }: Pick<Answer, 'at'>): number =>
  Math.max(0, (Date.parse(at) - Date.parse(call.start_time_utc ?? call.created_at)) / 1_000);

/** A passage for people: its file, and the page or the headings in it. */
export const sourceWords = ({ source_filename: file, page, heading }: Answer['sources'][number]): string =>
  [file, ...(page === null ? [] : [answerStrings.page(page)]), ...(heading === undefined ? [] : [heading])].join(', ');
