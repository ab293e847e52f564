/** What is longer is not kept. In characters. */
const STATE_MAX = 262_144;
/** Maximum number of entries; the oldest is dropped first. */
const STATES_MAX = 64;

/**
 * What a vendor gives with its tool calls and wants back unmodified when their results are sent: signatures, encrypted
 * reasoning. By the id of a call; only what is recent is kept.
 */
export class ToolCallState<T> {
  readonly #states = new Map<string, T>();

  get(id: string): T | undefined {
    return this.#states.get(id);
  }

  keep(id: string, state: T): void {
    if (JSON.stringify(state).length > STATE_MAX) return;
    this.#states.set(id, state);
    for (const oldest of this.#states.keys()) if (this.#states.size > STATES_MAX) this.#states.delete(oldest);
  }
}
