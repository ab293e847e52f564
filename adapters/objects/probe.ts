import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '../../application/ports/objects.ts';
import type { WriteProbe } from '../lib/write-probes.ts';

/** Outside of every organisation. Processes write over each other's. */
const KEY = 'probes/readiness';
/** A block of most file systems: an empty file would find room on a full disk. */
const BYTES = 4096;

/** Tries an object store with a small object, which is removed again. */
export const probeObjects = (objects: ObjectStore): WriteProbe => {
  const bytes = randomBytes(BYTES);
  return async () => {
    await objects.put(KEY, once(bytes), { size: BYTES, contentType: 'application/octet-stream' });
    await objects.remove(KEY);
  };
};

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
