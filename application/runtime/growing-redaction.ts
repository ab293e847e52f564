import type { RedactedKind } from '../../domain/agents/redaction.ts';
import type { CallRedaction } from '../../domain/calls/redact.ts';

/** What is left out of a call that can be handed over: with each agent it can become more, and never less. */
export class GrowingRedaction implements CallRedaction {
  #kinds: readonly RedactedKind[] = [];
  #values: CallRedaction['values'] = [];

  constructor(first: CallRedaction | null) {
    this.add(first);
  }

  get kinds(): readonly RedactedKind[] {
    return this.#kinds;
  }

  get values(): CallRedaction['values'] {
    return this.#values;
  }

  /** Leaves this out, too, from now on. */
  add(more: CallRedaction | null): void {
    if (!more) return;
    this.#kinds = [...new Set([...this.#kinds, ...more.kinds])];
    this.#values = [...this.#values, ...more.values];
  }
}
