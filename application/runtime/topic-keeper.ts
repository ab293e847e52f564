import { wordsIn } from '../../domain/knowledge/question-words.ts';
import { topicIn, topicRequest } from '../../domain/knowledge/topic.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import type { Clock } from '../ports/clock.ts';
import type { GenerationChunk, LanguageModel } from '../ports/language-model.ts';
import type { Log } from '../ports/log.ts';
import { writtenText } from './written-text.ts';
import { errorMessage } from '../../domain/errors.ts';

/** Longest answer, in tokens, and most that is read of it, in UTF-16 units. */
const ANSWER_MAX = { tokens: 100, length: 1_000 } as const;

/** What the conversation is about once the caller's turn with these words was answered. */
interface Topic {
  readonly turn: string;
  readonly stop: AbortController;
  /** Empty until it is named. */
  words: string;
  /** What was answered for these words of the caller. */
  answered: { readonly turn: string; readonly words: string } | null;
}

export interface TopicPorts {
  readonly clock: Pick<Clock, 'after'>;
  readonly log: Log;
}

/**
 * Has a model name what the conversation is about, while the agent's reply is played and the caller begins to speak. The
 * words help to search for what the caller says next, if they are there in time: nothing waits for them.
 */
export class TopicKeeper {
  readonly #model: Pick<LanguageModel, 'generate'>;
  readonly #ports: TopicPorts;
  /** Of the turn that was answered last, and of the one before it: the reply to the last one may be discarded. */
  #topics: readonly Topic[] = [];

  constructor(model: Pick<LanguageModel, 'generate'>, ports: TopicPorts) {
    this.#model = model;
    this.#ports = ports;
  }

  /** The reply to these messages. When it is complete, its topic is asked for; not any more once the signal aborts. */
  async *following(
    messages: readonly ChatMessage[],
    reply: AsyncIterable<GenerationChunk>,
    signal: AbortSignal,
  ): AsyncGenerator<GenerationChunk> {
    let text = '';
    for await (const chunk of reply) {
      if (chunk.type === 'text') text += chunk.text;
      yield chunk;
    }
    const turn = turnOf(messages, 0);
    if (signal.aborted || turn === null || text.trim() === '') return;
    const topic: Topic = { turn, stop: new AbortController(), words: '', answered: null };
    this.#keep(topic, turnOf(messages, 1));
    void this.#name(topic, [...messages, { role: 'assistant', content: text }], signal);
  }

  /**
   * The topic before the caller's last turn. Empty where it is not known in time. The same words of the caller always get the
   * same answer, so that the search in advance serves the reply.
   */
  before(messages: readonly ChatMessage[]): string {
    const [turn, earlier] = [turnOf(messages, 0), turnOf(messages, 1)];
    const topic = this.#topics.findLast((each) => each.turn === earlier);
    if (!topic || turn === null) return '';
    if (topic.answered?.turn !== turn) topic.answered = { turn, words: topic.words };
    return topic.answered.words;
  }

  close(): void {
    for (const { stop } of this.#topics) stop.abort();
    this.#topics = [];
  }

  /** Keeps this topic, and that of the turn before it. A reply that is prepared in advance may be to half of a turn. */
  #keep(topic: Topic, earlier: string | null): void {
    const before = this.#topics.findLast(({ turn }) => turn === earlier);
    for (const each of this.#topics) if (each !== before) each.stop.abort();
    this.#topics = before ? [before, topic] : [topic];
  }

  /** Never rejects. */
  async #name(topic: Topic, messages: readonly ChatMessage[], signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#ports;
    const request = { messages: topicRequest(messages), tools: [], maxTokens: ANSWER_MAX.tokens };
    const wanted = { request, ms: TIMEOUTS_MS.topic, lengthMax: ANSWER_MAX.length };
    const cancelled = AbortSignal.any([topic.stop.signal, signal]);
    try {
      const written = await writtenText(this.#model, clock, wanted, cancelled);
      if (!cancelled.aborted) topic.words = topicIn(written ?? '');
    } catch (error) {
      if (!cancelled.aborted) log.warn('knowledge.topic_not_named', { reason: errorMessage(error) });
    }
  }
}

/** The words of the caller this number of turns ago, without marks, in which early transcripts differ. Null: there were none. */
function turnOf(messages: readonly ChatMessage[], ago: number): string | null {
  const turns = messages.filter(({ role }) => role === 'user');
  const turn = turns.at(-1 - ago);
  return turn === undefined ? null : wordsIn(turn.content).join(' ');
}
