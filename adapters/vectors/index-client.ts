import type { EmbeddedChunk, FoundChunk, VectorQuery } from '../../application/ports/vectors.ts';
import type { ListedDocument, ListedVectors } from '../lib/listed-stores.ts';
import { batches, matchesNothing } from './vector-batches.ts';
import { nearest } from './nearest.ts';
import type { MethodResult, MethodArgs, Method } from './sqlite-messages.ts';

/** Chunks per batch: delays a concurrent query by about 10 ms. */
const BATCH = 200;

/** Calls an index, in this thread or another. */
export interface IndexClient {
  call<M extends Method>(method: M, ...args: MethodArgs<M>): Promise<MethodResult<M>>;
  close(): Promise<void>;
}

/** A vector store over this index. */
export const vectorStoreOver = (client: IndexClient): ListedVectors => ({
  async upsert(orgId, chunks) {
    for (const batch of batches(chunks, BATCH)) await client.call('upsert', orgId, batch);
  },

  async query(orgId, { topK, ...question }: VectorQuery): Promise<FoundChunk[]> {
    if (matchesNothing(question)) return [];
    return nearest(topK, (limit) => client.call('nearest', orgId, question, limit));
  },

  count: (orgId, documentId) => client.call('count', orgId, documentId),

  remove: (orgId, documentId, kept) => client.call('remove', orgId, documentId, kept),

  async *documents(): AsyncGenerator<ListedDocument> {
    let last: ListedDocument = { orgId: '', documentId: '' };
    for (;;) {
      const page = await client.call('documentsAfter', last, BATCH);
      yield* page;
      if (page.length < BATCH) return;
      last = page.at(-1)!;
    }
  },

  async *chunks(orgId, documentId): AsyncGenerator<EmbeddedChunk> {
    for (let last = 0; ;) {
      const page = await client.call('chunksAfter', { orgId, documentId }, last, BATCH);
      for (const { chunk } of page) yield chunk;
      if (page.length < BATCH) return;
      last = page.at(-1)!.number;
    }
  },

  close: () => client.close(),
});
