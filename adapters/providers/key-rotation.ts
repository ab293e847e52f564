import { createHash } from 'node:crypto';
import { BoundedMap } from '../../application/bounded-map.ts';

/** Maximum number of lists remembered. The one unused for longest is dropped. */
const LISTS_MAX = 10_000;

/** Rotates the keys of a list, process-wide. Stores only a digest of each list. */
export class KeyRotation {
  readonly #positions = new BoundedMap<string, number>(LISTS_MAX);

  /** The next key of a list, which must not be empty. Each purpose rotates on its own. */
  next<T>(purpose: string, keys: readonly T[]): T {
    const list = createHash('sha256')
      .update(JSON.stringify([purpose, keys]))
      .digest('base64');
    const position = (this.#positions.get(list) ?? 0) % keys.length;
    this.#positions.set(list, position + 1);
    return keys[position] as T;
  }
}
