import { recentMessages } from '../../domain/voice/context-window.ts';
import type { ChatMessage, Tool } from '../../domain/voice/conversation-context.ts';
import type { Clock } from '../ports/clock.ts';
import type { TokenUsage } from '../ports/language-model.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { BufferedGeneration } from './buffered-generation.ts';
import type { GenerationListener, ReplyModel } from './generation.ts';
import { errorMessage } from '../../domain/errors.ts';

interface NumberedRequest {
  readonly generation: number;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly Tool[];
}

interface GenerationProgress {
  readonly listener: GenerationListener;
  hasStarted: boolean;
}

/**
 * Runs one LLM generation at a time on the messages that `recentMessages` selects. A failure before the first chunk is
 * retried once.
 */
export class GenerationRunner {
  readonly #model: ReplyModel;
  readonly #clock: Clock;
  readonly #listener: GenerationListener;
  #abort: AbortController | null = null;
  #preemptive: { readonly id: number; readonly abort: AbortController; readonly buffer: BufferedGeneration } | null =
    null;
  #tokens: TokenUsage = { input: 0, output: 0 };

  constructor(model: ReplyModel, clock: Clock, listener: GenerationListener) {
    this.#model = model;
    this.#clock = clock;
    this.#listener = listener;
  }

  /** Tokens used so far, as far as the vendor reports them. */
  get tokens(): TokenUsage {
    return this.#tokens;
  }

  /**
   * Starts a generation and cancels the running one. Adopts the preemptive generation with this id instead, if there is
   * one.
   */
  start(request: NumberedRequest): void {
    this.cancelGeneration();
    const preemptive = this.#preemptive;
    if (preemptive?.id === request.generation && !preemptive.buffer.hasFailed) {
      this.#preemptive = null;
      this.#abort = preemptive.abort;
      return preemptive.buffer.flush();
    }
    this.discardPreemptive();
    const abort = new AbortController();
    this.#abort = abort;
    void this.#run(request, abort.signal, this.#listener);
  }

  /** Starts a preemptive generation. Its output is held until `start` adopts it. */
  startPreemptive(request: NumberedRequest): void {
    this.discardPreemptive();
    const abort = new AbortController();
    const buffer = new BufferedGeneration(this.#listener, this.#clock);
    this.#preemptive = { id: request.generation, abort, buffer };
    void this.#run(request, abort.signal, buffer.listener);
  }

  /** Discards the preemptive generation. */
  discardPreemptive(): void {
    this.#preemptive?.abort.abort();
    this.#preemptive = null;
  }

  cancelGeneration(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  close(): void {
    this.cancelGeneration();
    this.discardPreemptive();
    this.#model.close();
  }

  async #run(request: NumberedRequest, signal: AbortSignal, listener: GenerationListener): Promise<void> {
    const progress = { hasStarted: false, listener };
    try {
      await this.#stream(request, signal, progress).catch((error: unknown) => {
        const mayRetry = error instanceof VendorFailure && error.retryable && !progress.hasStarted && !signal.aborted;
        if (!mayRetry) throw error;
        return this.#stream(request, signal, progress);
      });
      if (!signal.aborted) listener.done(request.generation);
    } catch (error) {
      if (!signal.aborted) listener.failed(request.generation, errorMessage(error));
    }
  }

  async #stream(
    { generation, messages, tools }: NumberedRequest,
    signal: AbortSignal,
    progress: GenerationProgress,
  ): Promise<void> {
    const { listener } = progress;
    let startedAt = this.#clock.monotonic();
    for await (const chunk of this.#model.generate({ messages: recentMessages(messages), tools }, signal)) {
      if (signal.aborted) return;
      if (chunk.type === 'finished') {
        this.#count(chunk.usage);
        continue;
      }
      if (chunk.type === 'retrieval') {
        // Retrieval time does not count as time of the LLM.
        startedAt = this.#clock.monotonic();
        listener.retrieved(generation, chunk.event);
        continue;
      }
      if (!progress.hasStarted) listener.firstChunk(startedAt);
      progress.hasStarted = true;
      if (chunk.type === 'text') listener.text(generation, chunk.text);
      else listener.toolCalled(generation, chunk.call);
    }
  }

  #count(usage: TokenUsage | null): void {
    const { input, output } = this.#tokens;
    this.#tokens = { input: input + (usage?.input ?? 0), output: output + (usage?.output ?? 0) };
  }
}
