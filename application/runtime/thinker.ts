import type { ChatMessage, Tool, ToolCall } from '../../domain/voice/messages.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { messageOf } from './deadline.ts';

/** What the model answers, each told with the number of its question. Nothing is told of a question that was stopped. */
export interface ThinkerListener {
  thought(thinking: number, text: string): void;
  toolCalled(thinking: number, call: ToolCall): void;
  done(thinking: number): void;
  failed(thinking: number, message: string): void;
  /** The model's first piece of an answer that was asked for at this monotonic moment. */
  firstThought(startedAt: number): void;
}

interface Question {
  readonly id: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
}

/** Asks the model, one question at a time. A fault before the first word is tried once more. */
export class Thinker {
  readonly #model: LanguageModel;
  readonly #clock: Clock;
  readonly #listener: ThinkerListener;
  #abort: AbortController | null = null;

  constructor(model: LanguageModel, clock: Clock, listener: ThinkerListener) {
    this.#model = model;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Starts a question; one that still runs is stopped. */
  ask(question: Question): void {
    this.stop();
    const abort = new AbortController();
    this.#abort = abort;
    void this.#answer(question, abort.signal);
  }

  stop(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  close(): void {
    this.stop();
    this.#model.close();
  }

  async #answer(question: Question, signal: AbortSignal): Promise<void> {
    const progress = { begun: false };
    try {
      await this.#stream(question, signal, progress).catch((error: unknown) => {
        const mayRetry = error instanceof VendorFailure && error.retryable && !progress.begun && !signal.aborted;
        if (!mayRetry) throw error;
        return this.#stream(question, signal, progress);
      });
      if (!signal.aborted) this.#listener.done(question.id);
    } catch (error) {
      if (!signal.aborted) this.#listener.failed(question.id, messageOf(error));
    }
  }

  async #stream({ id, messages, tools }: Question, signal: AbortSignal, progress: { begun: boolean }): Promise<void> {
    const startedAt = this.#clock.monotonic();
    for await (const thought of this.#model.think({ messages, tools }, signal)) {
      if (signal.aborted) return;
      if (!progress.begun) this.#listener.firstThought(startedAt);
      progress.begun = true;
      if (thought.type === 'text') this.#listener.thought(id, thought.text);
      else this.#listener.toolCalled(id, thought.call);
    }
  }
}
