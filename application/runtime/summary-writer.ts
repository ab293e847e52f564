import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { withTimeout } from '../with-timeout.ts';

type SummaryModel = Pick<LanguageModel, 'generate'>;

/** Most that is read of a summary, in UTF-16 units. */
const TEXT_MAX = 8_192;

/** Has a model write summaries of a conversation in the background, one at a time. One that fails or is late is null. */
export class SummaryWriter {
  readonly #model: SummaryModel | undefined;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #written: (summary: number, text: string | null) => void;
  #abort: AbortController | null = null;

  constructor(
    model: SummaryModel | undefined,
    clock: Pick<Clock, 'after'>,
    written: (summary: number, text: string | null) => void,
  ) {
    this.#model = model;
    this.#clock = clock;
    this.#written = written;
  }

  /** Starts a summary, which these messages ask for. */
  start({ summary, messages }: { readonly summary: number; readonly messages: readonly ChatMessage[] }): void {
    this.cancel();
    const abort = new AbortController();
    this.#abort = abort;
    void this.#write(summary, messages, abort.signal);
  }

  /** Cancels the summary that is being written. It is not reported. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = null;
  }

  /** Never rejects. */
  async #write(summary: number, messages: readonly ChatMessage[], cancelled: AbortSignal): Promise<void> {
    const text = await withTimeout(
      this.#clock,
      TIMEOUTS_MS.summary,
      (timeout) => this.#textOf(messages, AbortSignal.any([cancelled, timeout])),
      () => null,
    ).catch(() => null);
    if (!cancelled.aborted) this.#written(summary, text);
  }

  async #textOf(messages: readonly ChatMessage[], signal: AbortSignal): Promise<string | null> {
    if (!this.#model) return null;
    let text = '';
    for await (const chunk of this.#model.generate({ messages, tools: [] }, signal)) {
      if (chunk.type === 'text') text += chunk.text;
      if (text.length > TEXT_MAX) break;
    }
    return text.trim() === '' ? null : text;
  }
}
