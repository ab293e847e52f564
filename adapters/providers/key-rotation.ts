import { createHash } from 'node:crypto';

/** Of so many lists the turns are remembered; one that was not asked for the longest begins anew. */
const LISTS_MAX = 10_000;

/** Gives the keys of a list one after the other, whoever asks in this process. Remembers of a list only its digest. */
export class KeyRotation {
  readonly #positions = new Map<string, number>();

  /** The key whose turn it is. The same list has turns of its own for each purpose. The list must not be empty. */
  next<T>(purpose: string, keys: readonly T[]): T {
    const list = createHash('sha256')
      .update(JSON.stringify([purpose, keys]))
      .digest('base64');
    const position = (this.#positions.get(list) ?? 0) % keys.length;
    this.#positions.delete(list);
    this.#positions.set(list, position + 1);
    for (const oldest of this.#positions.keys()) {
      if (this.#positions.size <= LISTS_MAX) break;
      this.#positions.delete(oldest);
    }
    return keys[position] as T;
  }
}
