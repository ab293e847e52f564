/** Maximum size of one entry as JSON, in characters. Larger ones are not stored. */
const STATE_MAX = 262_144;
/** Maximum number of entries. The oldest is dropped first. */
const STATES_MAX = 64;

/**
 * Opaque vendor data of tool calls, such as signatures or encrypted reasoning, which must return unchanged with the
 * tool results. Keyed by tool call id.
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
