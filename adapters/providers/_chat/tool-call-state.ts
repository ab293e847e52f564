/** What is longer is not kept. In characters. */
const LONGEST = 262_144;
/** Maximum number of entries; the oldest is dropped first. */
const MOST = 64;

/**
 * What a vendor gives with its tool calls and wants back unmodified when their results are sent: signatures, encrypted
 * reasoning. By the id of a call; only what is recent is kept.
 */
export class CallState<T> {
  readonly #states = new Map<string, T>();

  get(id: string): T | undefined {
    return this.#states.get(id);
  }

  keep(id: string, state: T): void {
    if (JSON.stringify(state).length > LONGEST) return;
    this.#states.set(id, state);
    for (const oldest of this.#states.keys()) if (this.#states.size > MOST) this.#states.delete(oldest);
  }
}
