import { randomBytes } from 'node:crypto';
import type { ObjectStore } from '../../application/ports/objects.ts';
import type { WriteProbe } from '../lib/write-probes.ts';

/** Outside every organisation. Processes overwrite each other's. */
const KEY = 'probes/readiness';
/** One block of most file systems: an empty file would fit on a full disk. */
const BYTES = 4096;

/** Probes an object store by writing and removing a small object. */
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
