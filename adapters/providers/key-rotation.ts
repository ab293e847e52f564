import { createHash } from 'node:crypto';

/** Of so many lists the turns are remembered; one that was not asked for the longest begins anew. */
const MOST_LISTS = 10_000;

/** Gives the keys of a list one after the other, whoever asks in this process. Remembers of a list only its digest. */
export class KeyTurns {
  readonly #turns = new Map<string, number>();

  /** The key whose turn it is. The same list has turns of its own for each purpose. The list must not be empty. */
  next<T>(purpose: string, keys: readonly T[]): T {
    const list = createHash('sha256')
      .update(JSON.stringify([purpose, keys]))
      .digest('base64');
    const turn = (this.#turns.get(list) ?? 0) % keys.length;
    this.#turns.delete(list);
    this.#turns.set(list, turn + 1);
    for (const oldest of this.#turns.keys()) {
      if (this.#turns.size <= MOST_LISTS) break;
      this.#turns.delete(oldest);
    }
    return keys[turn] as T;
  }
}
