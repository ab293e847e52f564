import { lexicalEmbedder } from '../../../adapters/embedder/lexical.ts';
import {
  retrieveChunks,
  type RetrievalQuery,
  type RetrievedChunk,
} from '../../../application/knowledge/retrieve-chunks.ts';
import type { Embedder } from '../../../application/ports/embedder.ts';
import type { Reranker } from '../../../application/ports/reranker.ts';
import { unavailable } from '../../../domain/errors.ts';
import { newDocument, toReady, type KnowledgeDocument } from '../../../domain/knowledge/document.ts';
import { openPorts } from '../../support/world.ts';

/** Angles that texts begin with: `90` lies at a right angle to `0`. */
export const compass = (model: string, changes: Partial<Embedder> = {}): Embedder => ({
  model,
  embed: async (texts) =>
    texts.map((text) => {
      const angle = (Number.parseFloat(text) * Math.PI) / 180;
      return Float32Array.of(Math.cos(angle), Math.sin(angle));
    }),
  ...changes,
});

/** Documents of two organisations, and models by which they may be asked. */
export async function retrievalWorld(...embedders: Embedder[]) {
  const models = new Map(embedders.map((embedder) => [embedder.model, embedder]));
  const ports = {
    ...(await openPorts()),
    reranker: null as Reranker | null,
    embedders: {
      ...{ current: embedders[0]!, of: (model: string) => models.get(model) ?? null },
      ...{ words: lexicalEmbedder(), close: async () => undefined },
    },
  };
  const { knowledge, vectors, textIndex, clock } = ports;
  return {
    ...ports,
    retrieve: async (query: RetrievalQuery): Promise<RetrievedChunk[]> => (await retrieveChunks(ports)(query)).chunks,
    isClose: async (query: RetrievalQuery): Promise<boolean> => (await retrieveChunks(ports)(query)).close,
    /** Keeps a document whose chunks lie at these angles. */
    async keep(
      documentId: string,
      angles: readonly (number | string)[],
      how: { orgId?: string; model?: string; state?: object; isIndexed?: boolean } = {},
    ) {
      const { orgId = 'org', model = 'm1', state, isIndexed = true } = how;
      const filename = `${documentId}.pdf`;
      const fresh = newDocument({
        ...{ document_id: documentId, org_id: orgId, original_filename: filename },
        ...{ media_type: 'application/pdf', storage_key: null, now: clock.now() },
      });
      const document: KnowledgeDocument = { ...fresh, ...toReady(angles.length, model, clock.now()), ...state };
      await knowledge.add(document);
      const found = await compass(model).embed(angles.map(String), 'passage');
      if (isIndexed) await textIndex.put(orgId, documentId, angles.map(String));
      await vectors.upsert(
        orgId,
        angles.map((angle, at) => ({
          ...{ chunk_id: `${documentId}:${at}`, document_id: documentId, source_filename: filename },
          ...{ page: at + 1, heading: null, text: String(angle), embedding_model: model, vector: found[at]! },
        })),
      );
    },
  };
}

export const textsOf = (chunks: readonly { readonly text: string }[]): string[] => chunks.map(({ text }) => text);

/** What an unavailable part throws. */
export const DOWN = unavailable('The embedding service does not answer');
