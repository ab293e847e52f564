import type { AnswerRecord } from '../../../domain/calls/answer-record.ts';

/** An answer without a search, in which both sides say these words. */
export const answerWith = (words: string): AnswerRecord => ({
  ...{ number: 1, at: '2026-01-31T09:30:00.000Z', question: words, answer: words },
  ...{ lookup: 'not_searched', sources: [] },
});
