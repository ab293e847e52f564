import type { ListedVectors } from '../../adapters/lib/listed-stores.ts';
import type { EmbeddedChunk, FoundChunk, VectorQuery } from '../../application/ports/vectors.ts';

export const MODEL = 'model-a';

/** A chunk of document `d` unless it is said otherwise. */
export const chunk = (id: string, vector: readonly number[], others: Partial<EmbeddedChunk> = {}): EmbeddedChunk => ({
  chunk_id: id,
  document_id: 'd',
  source_filename: `${others.document_id ?? 'd'}.pdf`,
  page: 1,
  heading: null,
  text: `text of ${id}`,
  embedding_model: MODEL,
  ...others,
  vector: Float32Array.from(vector),
});

export const ask = (
  vectors: ListedVectors,
  vector: readonly number[],
  others: Partial<VectorQuery> = {},
  org = 'org',
) =>
  vectors.query(org, {
    embeddingModel: MODEL,
    documentIds: null,
    topK: 5,
    ...others,
    vector: Float32Array.from(vector),
  });

export const ids = (found: readonly FoundChunk[]): string[] => found.map(({ chunk_id }) => chunk_id);

export async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const listed: T[] = [];
  for await (const item of items) listed.push(item);
  return listed;
}
