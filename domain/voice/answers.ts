import { cutAnswer, type AnswerRecord, type AnswerSource, type Lookup } from '../calls/answer-record.ts';
import type { ConversationEvent } from './conversation-events.ts';

/** The caller's turn, and what was heard of its answer so far. */
export interface AnswerSoFar {
  readonly number: number;
  readonly question: string;
  readonly searchedFor: string | null;
  readonly lookup: Lookup;
  readonly sources: readonly AnswerSource[];
  /** When the answer began to be heard. Null before. */
  readonly at: number | null;
  readonly answer: string;
}

const UNSEARCHED = { searchedFor: null, lookup: 'not_searched', sources: [] } as const;

export const NO_ANSWER: AnswerSoFar = { number: 0, question: '', ...UNSEARCHED, at: null, answer: '' };

/** Takes one more event of the conversation. What was heard counts, not what was generated. */
export function answerAfter(before: AnswerSoFar, event: ConversationEvent): AnswerSoFar {
  switch (event.type) {
    case 'turn_ended':
      return turnAfter(before, event.text);
    case 'knowledge_searched':
      return { ...before, ...searchAfter(before, event) };
    case 'agent_speech_text':
      return event.audio ? before : withWords(before, event.at, event.text);
    case 'agent_speech_ended':
      return event.kind === 'reply' ? withWords(before, event.started_at, event.played_text) : before;
    default:
      return before;
  }
}

/** The record of an answer that has begun. Null before, and without a question. */
export const answerRecord = (of: AnswerSoFar): AnswerRecord | null =>
  of.at === null || of.question === ''
    ? null
    : cutAnswer({
        ...{ number: of.number, at: new Date(of.at).toISOString(), question: of.question },
        ...(of.searchedFor !== null && of.searchedFor !== of.question && { searched_for: of.searchedFor }),
        ...{ answer: of.answer, lookup: of.lookup, sources: of.sources },
      });

/** Words after words that were not answered belong to the same turn. */
function turnAfter(before: AnswerSoFar, text: string): AnswerSoFar {
  const words = text.replace(/\s+/gu, ' ').trim();
  if (before.at === null && before.question !== '')
    return { ...before, ...UNSEARCHED, question: `${before.question} ${words}`.trim() };
  return { ...NO_ANSWER, number: before.number + 1, question: words };
}

type Search = Extract<ConversationEvent, { readonly type: 'knowledge_searched' }>;

/** A turn may be searched for several times: what was found counts, else what the last search came to. */
function searchAfter({ lookup, sources, searchedFor }: AnswerSoFar, search: Search): Partial<AnswerSoFar> {
  if (lookup === 'found' && search.lookup !== 'found') return {};
  const all = [...sources, ...search.sources];
  return {
    searchedFor: lookup === 'found' ? searchedFor : search.question,
    lookup: search.lookup,
    sources: [...new Map(all.map((source) => [source.chunk_id, source])).values()],
  };
}

const withWords = (before: AnswerSoFar, at: number, words: string): AnswerSoFar =>
  words.trim() === ''
    ? before
    : { ...before, at: before.at ?? at, answer: `${before.answer} ${words.replace(/\s+/gu, ' ').trim()}`.trim() };
