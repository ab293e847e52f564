import { recentMessages } from '../../domain/voice/history.ts';
import type { ChatMessage, Tool } from '../../domain/voice/messages.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenUsage } from '../ports/language-model.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { messageOf } from './deadline.ts';
import { HeldBack } from './held-back.ts';
import type { Mind } from './mind.ts';
import type { ThinkerListener } from './thinker-listener.ts';

interface Question {
  readonly id: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
}

interface Progress {
  readonly listener: ThinkerListener;
  begun: boolean;
}

/** Asks the model, one question at a time, with as much of the conversation as `recentMessages` lets through. A fault before the first word is tried once more. */
export class Thinker {
  readonly #model: Mind;
  readonly #clock: Clock;
  readonly #listener: ThinkerListener;
  #abort: AbortController | null = null;
  #foreseen: { readonly id: number; readonly abort: AbortController; readonly answer: HeldBack } | null = null;
  #tokens: TokenUsage = { input: 0, output: 0 };

  constructor(model: Mind, clock: Clock, listener: ThinkerListener) {
    this.#model = model;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** What the answers cost so far, as far as their vendor says. */
  get tokens(): TokenUsage {
    return this.#tokens;
  }

  /** Starts a question; one that still runs is stopped. One that was foreseen under this number goes on instead. */
  ask(question: Question): void {
    this.stop();
    const foreseen = this.#foreseen;
    if (foreseen?.id === question.id && !foreseen.answer.hasFailed) {
      this.#foreseen = null;
      this.#abort = foreseen.abort;
      return foreseen.answer.letOut();
    }
    this.forget();
    const abort = new AbortController();
    this.#abort = abort;
    void this.#answer(question, abort.signal, this.#listener);
  }

  /** Starts a question that will probably be asked. Nothing is told of it before that. */
  foresee(question: Question): void {
    this.forget();
    const abort = new AbortController();
    const answer = new HeldBack(this.#listener, this.#clock);
    this.#foreseen = { id: question.id, abort, answer };
    void this.#answer(question, abort.signal, answer.listener);
  }

  /** What was foreseen will not be asked. */
  forget(): void {
    this.#foreseen?.abort.abort();
    this.#foreseen = null;
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  close(): void {
    this.stop();
    this.forget();
    this.#model.close();
  }

  async #answer(question: Question, signal: AbortSignal, listener: ThinkerListener): Promise<void> {
    const progress = { begun: false, listener };
    try {
      await this.#stream(question, signal, progress).catch((error: unknown) => {
        const mayRetry = error instanceof VendorFailure && error.retryable && !progress.begun && !signal.aborted;
        if (!mayRetry) throw error;
        return this.#stream(question, signal, progress);
      });
      if (!signal.aborted) listener.done(question.id);
    } catch (error) {
      if (!signal.aborted) listener.failed(question.id, messageOf(error));
    }
  }

  async #stream({ id, messages, tools }: Question, signal: AbortSignal, progress: Progress): Promise<void> {
    const { listener } = progress;
    let startedAt = this.#clock.monotonic();
    for await (const thought of this.#model.think({ messages: recentMessages(messages), tools }, signal)) {
      if (signal.aborted) return;
      if (thought.type === 'finished') {
        this.#count(thought.usage);
        continue;
      }
      if (thought.type === 'lookup') {
        // What was looked up took its time before the model was asked.
        startedAt = this.#clock.monotonic();
        listener.lookedUp(id, thought.lookup);
        continue;
      }
      if (!progress.begun) listener.firstThought(startedAt);
      progress.begun = true;
      if (thought.type === 'text') listener.thought(id, thought.text);
      else listener.toolCalled(id, thought.call);
    }
  }

  #count(usage: TokenUsage | null): void {
    const { input, output } = this.#tokens;
    this.#tokens = { input: input + (usage?.input ?? 0), output: output + (usage?.output ?? 0) };
  }
}
