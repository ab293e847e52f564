import type { ChatMessage } from '../../domain/voice/conversation-context.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Clock } from '../ports/clock.ts';
import type { LanguageModel } from '../ports/language-model.ts';
import { writtenText } from './written-text.ts';

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
    const wanted = { request: { messages, tools: [] }, ms: TIMEOUTS_MS.summary, lengthMax: TEXT_MAX };
    const writing = this.#model ? writtenText(this.#model, this.#clock, wanted, cancelled) : Promise.resolve(null);
    const text = await writing.catch(() => null);
    if (!cancelled.aborted) this.#written(summary, text?.trim() ? text : null);
  }
}
