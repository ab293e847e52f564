import { Readable } from 'node:stream';
import type { ObjectStore } from '../../application/ports/objects.ts';

/** In-memory objects, read without delay. */
export function memoryObjects(): ObjectStore {
  const kept = new Map<string, Uint8Array>();
  return {
    root: 'file://artifacts/',
    async put(key, bytes) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of bytes) chunks.push(chunk);
      kept.set(key, Buffer.concat(chunks));
    },
    async open(key) {
      const bytes = kept.get(key);
      return bytes ? { size: bytes.length, bytes: Readable.from([bytes]) } : null;
    },
    size: async (key) => kept.get(key)?.length ?? null,
    link: async (key, seconds, { filename }) => `/downloads/${key}?${seconds}=${filename}`,
    async *list(folder) {
      for (const [key, { length: size }] of kept) if (key.startsWith(folder)) yield { key, size };
    },
    remove: async (key) => void kept.delete(key),
  };
}
