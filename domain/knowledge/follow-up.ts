import type { ChatMessage } from '../voice/conversation-context.ts';
import {
  agrees,
  asks,
  hasPointer,
  hasUnspacedPointer,
  isTabled,
  kindOf,
  pointsBackAtFirst,
  pointsBackUnspaced,
  topicWords,
  wordsIn,
} from './question-words.ts';

/** Words of its own with which a question is a follow-up: after an opening that points back, beside a pronoun, alone. */
const OWN_WORDS_MAX = { opening: 3, pointer: 2 } as const;
/** Words carried over, and turns of the caller that are looked at. */
const CARRIED_MAX = 8;
const TURNS_MAX = 4;
/** A text without spaces is carried over as a whole up to this length. */
const UNSPACED_MAX = 60;
/** In a language without tables, a turn of up to this many words is a follow-up. */
const UNTABLED_MAX = 4;

/** What a model says that the conversation is about, and its language. */
export interface NamedTopic {
  readonly words: string;
  readonly language: string;
}

/**
 * What to search for: the caller's last words, and before them the words of the topic so far where they make no sense
 * alone. “And on Sundays?” after “When do you open on Saturdays?” becomes “open And on Sundays?”: a later day replaces an
 * earlier one. By tables of words of eight languages. A topic that a model named takes the place of the words so far, and
 * needs no tables: then a turn of few words in another language is a follow-up.
 */
export function searchWords(messages: readonly ChatMessage[], topic: NamedTopic | null = null): string {
  const questions = messages.filter(({ role }) => role === 'user').map(({ content }) => content.trim());
  const last = questions.at(-1) ?? '';
  const before = questions.slice(-TURNS_MAX, -1);
  if (isUnspacedFollowUp(last, topic)) return unspacedWords(last, before, topic);
  if (agrees(last)) return [...offered(messages), last].join(' ');
  if (!isFollowUp(last) && !isShortElsewhere(last, topic)) return last;
  const carried = withoutReplaced(earlierWords(messages, before, topic), topicWords(last));
  return [...carried.slice(-CARRIED_MAX), last].join(' ');
}

/** Whether the words make no sense without those before. */
function isFollowUp(text: string): boolean {
  const own = topicWords(text);
  if (pointsBackAtFirst(text)) return own.length <= OWN_WORDS_MAX.opening;
  if (hasPointer(text)) return own.length <= OWN_WORDS_MAX.pointer;
  return asks(text) && own.every((word) => kindOf(word) !== null);
}

const isUnspacedFollowUp = (text: string, topic: NamedTopic | null): boolean =>
  pointsBackUnspaced(text) || (topic !== null && hasUnspacedPointer(text));

const unspacedWords = (last: string, before: readonly string[], topic: NamedTopic | null): string =>
  [topic?.words ?? before.at(-1)?.slice(-UNSPACED_MAX), last].filter(Boolean).join(' ');

/** Whether the text is short, in a language of which no table says more. */
const isShortElsewhere = (text: string, topic: NamedTopic | null): boolean =>
  topic !== null && !isTabled(topic.language) && wordsIn(text).length <= UNTABLED_MAX;

/** What was talked about: the topic that a model named, that of the questions before, or what the agent offered. */
function earlierWords(
  messages: readonly ChatMessage[],
  before: readonly string[],
  topic: NamedTopic | null,
): readonly string[] {
  const words = topic ? wordsIn(topic.words) : topicOf(before);
  return words.length > 0 ? words : offered(messages);
}

/**
 * The topic of these questions, given oldest first: the topic of the last question that has one, with what that
 * question took from questions before it.
 */
function topicOf(questions: readonly string[]): string[] {
  const last = questions.at(-1);
  if (last === undefined) return [];
  const own = topicWords(last);
  const isWhole = own.length > 0 && !isFollowUp(last);
  return isWhole ? own : [...withoutReplaced(topicOf(questions.slice(0, -1)), own), ...own];
}

/** The carried words, without those that the follow-up has or replaces. */
const withoutReplaced = (carried: readonly string[], own: readonly string[]): string[] => {
  const kinds = new Set(own.map(kindOf));
  return carried.filter((word) => !own.includes(word) && (kindOf(word) === null || !kinds.has(kindOf(word))));
};

/** The topic of the agent's last sentence. */
function offered(messages: readonly ChatMessage[]): string[] {
  const last = messages.findLast(({ role, content }) => role === 'assistant' && content.trim() !== '');
  const sentence =
    (last?.content ?? '')
      .trim()
      .split(/(?<=[.!?。！？])\s+/u)
      .at(-1) ?? '';
  return topicWords(sentence).slice(0, CARRIED_MAX);
}
