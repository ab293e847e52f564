import type { HoldConversation } from './hold-conversation.ts';

/** The calls that this process carries now. */
export class LiveCalls {
  readonly #calls = new Map<string, HoldConversation | null>();
  #whenEmpty: (() => void)[] = [];
  #draining = false;
  #ending = false;

  get count(): number {
    return this.#calls.size;
  }

  /** Whether new calls are refused. */
  get isDraining(): boolean {
    return this.#draining;
  }

  /** Takes the call, or answers false when it is carried already. */
  claim(callId: string): boolean {
    if (this.#calls.has(callId)) return false;
    this.#calls.set(callId, null);
    return true;
  }

  /** The claimed call's conversation begins, and ends at once when the others were ended already. */
  begin(callId: string, conversation: HoldConversation): void {
    this.#calls.set(callId, conversation);
    if (this.#ending) conversation.end('shutdown');
  }

  /** The call is over. */
  release(callId: string): void {
    this.#calls.delete(callId);
    if (this.#calls.size > 0) return;
    for (const resolve of this.#whenEmpty) resolve();
    this.#whenEmpty = [];
  }

  /** Refuses new calls from now on. */
  drain(): void {
    this.#draining = true;
  }

  /** Resolves when no call is left. */
  async empty(): Promise<void> {
    if (this.#calls.size > 0) await new Promise<void>((resolve) => this.#whenEmpty.push(resolve));
  }

  /** Ends what is still going on, and what only begins now. */
  endAll(): void {
    this.#ending = true;
    for (const conversation of this.#calls.values()) conversation?.end('shutdown');
  }
}
