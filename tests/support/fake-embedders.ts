import { lexicalEmbedder } from '../../adapters/embedder/lexical.ts';
import type { Embedder, Embedders } from '../../application/ports/embedder.ts';

/** An embedder whose vector is the length and the first letter of a text. */
export const fakeEmbedder = (model: string): Embedder => ({
  model,
  embed: async (texts) => texts.map((text) => Float32Array.of(text.length + 1, text.charCodeAt(0) || 1)),
});

/** Embedders of which one is in use. */
export function fakeEmbedders(current: Embedder = fakeEmbedder('fake-2')): Embedders {
  const of = (model: string): Embedder | null => (model === current.model ? current : null);
  return { current, of, words: lexicalEmbedder(), close: async () => undefined };
}
