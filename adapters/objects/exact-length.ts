import { failed } from '../../domain/errors.ts';

/**
 * The same bytes, if they are as many as were announced. The last part is held back until the end is known: whoever
 * has received everything may rely on it.
 */
export async function* requireExactLength(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  let held: Uint8Array | null = null;
  for await (const part of bytes) {
    total += part.length;
    if (total > size) break;
    if (held) yield held;
    held = part;
  }
  if (total !== size) throw failed(`The object does not have the ${size} bytes that were announced`);
  if (held) yield held;
}
