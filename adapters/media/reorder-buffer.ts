/** Chunks that wait for a missing one before it counts as lost. */
const EARLY_CHUNKS_MAX = 3;
/** A number this far back restarts the count. */
const RESTART_DISTANCE = 1_000;

/** Sorts numbered chunks. Drops late and repeated ones. */
export class ReorderBuffer {
  readonly #early = new Map<number, Uint8Array>();
  #next: number | null = null;

  /** Adds a chunk and returns the chunks that are next in order. */
  take(chunk: number, bytes: Uint8Array): Uint8Array[] {
    if (this.#next === null || chunk < this.#next - RESTART_DISTANCE) this.#startAt(chunk);
    if (this.#next !== null && chunk < this.#next) return [];
    this.#early.set(chunk, bytes);
    if (this.#early.size > EARLY_CHUNKS_MAX) this.#next = Math.min(...this.#early.keys());
    return [...this.#due()];
  }

  #startAt(chunk: number): void {
    this.#early.clear();
    this.#next = chunk;
  }

  *#due(): Generator<Uint8Array> {
    for (let next = this.#next ?? 0; this.#early.has(next); next += 1) {
      yield this.#early.get(next) as Uint8Array;
      this.#early.delete(next);
      this.#next = next + 1;
    }
  }
}
