import { endLine, headLine, INPUT_LOG_MAX, inputLine, type InputLogOrigin } from '../../domain/voice/input-log.ts';
import type { ConversationEffect, ConversationInput, ConversationSettings } from '../../domain/voice/state.ts';
import type { SpoolEntry } from '../ports/call-spool.ts';

/** Lines are written together: this many characters, or those of this time. */
const BATCH = 8_192;
const BATCH_MS = 1_000;

/** Stores the inputs of one conversation with their effects, in batches. A crash loses the last of them. */
export class InputLogWriter {
  readonly #entry: Pick<SpoolEntry, 'appendInputs'>;
  #lines: string;
  #characters = 0;
  #writtenAt: number | null = null;
  #hasEnded = false;

  constructor(entry: Pick<SpoolEntry, 'appendInputs'>, origin: InputLogOrigin, settings: ConversationSettings) {
    this.#entry = entry;
    this.#lines = headLine(origin, settings);
    this.#characters = this.#lines.length;
  }

  /** Adds an input after those before it. Once the log is full, nothing is added. */
  add(input: ConversationInput, effects: readonly ConversationEffect[]): void {
    if (this.#hasEnded) return;
    const line = inputLine(input, effects);
    if (this.#characters + line.length > INPUT_LOG_MAX) return this.#end('full');
    this.#lines += line;
    this.#characters += line.length;
    this.#writtenAt ??= input.at;
    if (this.#lines.length >= BATCH || input.at - this.#writtenAt >= BATCH_MS) this.#write(input.at);
  }

  /** The conversation is over. */
  close(): void {
    if (!this.#hasEnded) this.#end('complete');
  }

  #end(end: 'complete' | 'full'): void {
    this.#hasEnded = true;
    this.#lines += endLine(end);
    this.#write(null);
  }

  #write(now: number | null): void {
    this.#entry.appendInputs(this.#lines);
    this.#lines = '';
    this.#writtenAt = now;
  }
}
