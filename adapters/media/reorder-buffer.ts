/** So many chunks may wait for one that is missing; then it is taken for lost. */
const EARLY_CHUNKS_MAX = 3;
/** Who counts so far back counts anew. */
const RESTART_DISTANCE = 1_000;

/** Brings chunks that overtook each other on their way back into their order. What comes too late, or twice, is left out. */
export class ReorderBuffer {
  readonly #early = new Map<number, Uint8Array>();
  #next: number | null = null;

  /** The chunks whose turn it is, now that this one came. */
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
