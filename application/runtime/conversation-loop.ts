import { ConversationDriver } from '../../domain/voice/conversation-driver.ts';
import { UNKNOWN_ORIGIN } from '../../domain/voice/input-log.ts';
import type { Conversation, ConversationEffect, ConversationInput } from '../../domain/voice/state.ts';
import type { ConversationParts } from './conversation-parts.ts';
import { InputLogWriter } from './input-log-writer.ts';

type PerformEffects = (input: ConversationInput, effects: readonly ConversationEffect[]) => void;

/**
 * Handles the inputs of a conversation one at a time, in order: the policy decides, the effects are performed, and the input
 * is stored, for which nothing waits.
 */
export class ConversationLoop {
  readonly #driver: ConversationDriver;
  readonly #log: InputLogWriter;
  readonly #perform: PerformEffects;
  readonly #inbox: ConversationInput[] = [];
  #isStepping = false;

  constructor(
    { entry, origin = UNKNOWN_ORIGIN, settings }: Pick<ConversationParts, 'entry' | 'origin' | 'settings'>,
    perform: PerformEffects,
  ) {
    this.#driver = new ConversationDriver(settings);
    this.#log = new InputLogWriter(entry, origin, settings);
    this.#perform = perform;
  }

  get state(): Conversation {
    return this.#driver.state;
  }

  /** Takes an input. Those that an effect causes wait until the current step is complete. */
  take(input: ConversationInput): void {
    this.#inbox.push(input);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#inbox.shift(); next; next = this.#inbox.shift()) this.#step(next);
    } finally {
      this.#isStepping = false;
    }
  }

  /** Stores no more inputs. */
  close(): void {
    this.#log.close();
  }

  #step(input: ConversationInput): void {
    const effects = this.#driver.take(input);
    try {
      this.#perform(input, effects);
    } finally {
      this.#log.add(input, effects);
    }
  }
}
