import { failed } from '../../domain/errors.ts';

/**
 * Passes the bytes through and throws unless their number is exact. The last part is held until the end is known, so
 * that a receiver of everything can rely on it.
 */
export async function* requireExactLength(bytes: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  let total = 0;
  let pending: Uint8Array | null = null;
  for await (const part of bytes) {
    total += part.length;
    if (total > size) break;
    if (pending) yield pending;
    pending = part;
  }
  if (total !== size) throw failed(`The object does not have the ${size} bytes that were announced`);
  if (pending) yield pending;
}
