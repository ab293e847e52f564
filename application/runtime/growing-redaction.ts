import type { RedactedKind } from '../../domain/agents/redaction.ts';
import type { CallRedaction } from '../../domain/calls/redact.ts';

/** What is left out of a call that can be handed over: with each agent it can become more, and never less. */
export class GrowingRedaction implements CallRedaction {
  #kinds: readonly RedactedKind[] = [];
  #values: CallRedaction['values'] = [];
  #leavesOut = false;

  constructor(first: CallRedaction | null) {
    this.add(first);
  }

  get kinds(): readonly RedactedKind[] {
    return this.#kinds;
  }

  get values(): CallRedaction['values'] {
    return this.#values;
  }

  /** Whether anything is left out by an agent so far, or by one that is about to take over. */
  get leavesOut(): boolean {
    return this.#leavesOut;
  }

  /** An agent that leaves something out is about to take over. */
  expect(): void {
    this.#leavesOut = true;
  }

  /** Leaves this out, too, from now on. */
  add(more: CallRedaction | null): void {
    if (!more) return;
    this.#leavesOut = true;
    this.#kinds = [...new Set([...this.#kinds, ...more.kinds])];
    this.#values = [...this.#values, ...more.values];
  }
}
