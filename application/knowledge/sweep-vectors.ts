import { chunkIdOf } from '../../domain/knowledge/document.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { VectorStore } from '../ports/vectors.ts';

export interface SweepPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
}

/**
 * Removes vectors that do not belong to a document: keeps its chunks when it is ready, none and no text index when it
 * failed or was deleted, and touches nothing during processing. Those states are final, so a late sweep is still right.
 * Every writer of vectors or of the text index sweeps after its last write.
 */
export async function sweepVectors(
  { knowledge, vectors, textIndex }: SweepPorts,
  { org_id, document_id }: { readonly org_id: string; readonly document_id: string },
): Promise<void> {
  const known = await knowledge.find(org_id, document_id);
  if (known?.status === 'processing') return;
  if (known?.status !== 'ready' || known.embedding_model === null) {
    await vectors.remove(org_id, document_id);
    await textIndex.remove(org_id, document_id);
    return;
  }
  const chunkIds = Array.from({ length: known.chunk_count }, (_, at) =>
    chunkIdOf(document_id, at, known.content_version),
  );
  await vectors.remove(org_id, document_id, { embeddingModel: known.embedding_model, chunkIds });
}
