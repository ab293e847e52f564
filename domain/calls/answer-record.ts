import { cut } from '../bounded-text.ts';
import { redacted, type CallRedaction } from './redact.ts';

/** Answers kept with a call. Later ones are given, but not listed. */
export const ANSWERS_MAX = 100;
/** Sources kept with an answer. */
const SOURCES_MAX = 10;
/** Longer texts are cut, in characters. */
const TEXT_MAX = { question: 1_000, searched_for: 500, answer: 2_000, heading: 500 } as const;

/**
 * What was looked up for an answer. `found`: passages, which the model got. `nothing_close`: no passage was close enough.
 * `not_searched`: the model answered without a search. `failed`: the search failed or was late.
 */
export const LOOKUPS = ['found', 'nothing_close', 'not_searched', 'failed'] as const;
export type Lookup = (typeof LOOKUPS)[number];

/** A passage that an answer is based on. The name of the file stays when the document is deleted. */
export interface AnswerSource {
  readonly document_id: string;
  readonly chunk_id: string;
  readonly source_filename: string;
  /** From 1. Null where the file has no pages. */
  readonly page: number | null;
  /** The headings above it, outermost first. Absent where there are none. */
  readonly heading?: string;
}

/** An answer of an agent with a knowledge base, as the call log lists it. */
export interface AnswerRecord {
  /** Number of the caller's turn, from 1. */
  readonly number: number;
  /** When the answer began to be heard. */
  readonly at: string;
  /** The caller's words. */
  readonly question: string;
  /** What was searched for. Absent where it was the question, and without a search. */
  readonly searched_for?: string;
  /** What was heard of the answer. */
  readonly answer: string;
  readonly lookup: Lookup;
  readonly sources: readonly AnswerSource[];
}

/** A member's mark of an answer. */
export interface WrongAnswer {
  /** Number of the answer. */
  readonly number: number;
  readonly at: string;
  readonly note?: string;
  readonly correct_answer?: string;
}

/** The record with its texts cut. */
export const cutAnswer = ({ searched_for, ...record }: AnswerRecord): AnswerRecord => ({
  ...record,
  question: cut(record.question, TEXT_MAX.question),
  ...(searched_for !== undefined && { searched_for: cut(searched_for, TEXT_MAX.searched_for) }),
  answer: cut(record.answer, TEXT_MAX.answer),
  sources: record.sources
    .slice(0, SOURCES_MAX)
    .map(({ heading, ...source }) => ({ ...source, ...(heading && { heading: cut(heading, TEXT_MAX.heading) }) })),
});

/** The record without what is left out of the words of both sides. */
export const redactedAnswer = ({ searched_for, ...record }: AnswerRecord, redaction: CallRedaction): AnswerRecord => ({
  ...record,
  question: redacted(record.question, redaction),
  ...(searched_for !== undefined && { searched_for: redacted(searched_for, redaction) }),
  answer: redacted(record.answer, redaction),
});

/** The answers after a report, in the order of their turns. A later report of an answer replaces an earlier one. */
export function mergedAnswers(
  known: readonly AnswerRecord[],
  reported: readonly AnswerRecord[],
): readonly AnswerRecord[] {
  const byNumber = new Map(known.map((record) => [record.number, record]));
  for (const record of reported)
    if (byNumber.has(record.number) || byNumber.size < ANSWERS_MAX) byNumber.set(record.number, record);
  return [...byNumber.values()].toSorted((one, other) => one.number - other.number);
}
