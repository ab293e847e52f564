import { chunkIdOf } from '../../domain/knowledge/document.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { VectorStore } from '../ports/vectors.ts';

export interface SweepPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
}

/**
 * Removes vectors that do not belong to a document: keeps its chunks when it is ready, none when it failed or was
 * deleted, and touches nothing during processing. Those states are final, so a late sweep is still right. Every writer
 * of vectors sweeps after its last write.
 */
export async function sweepVectors(
  { knowledge, vectors }: SweepPorts,
  { org_id, document_id }: { readonly org_id: string; readonly document_id: string },
): Promise<void> {
  const known = await knowledge.find(org_id, document_id);
  if (known?.status === 'processing') return;
  if (known?.status !== 'ready' || known.embedding_model === null) return vectors.remove(org_id, document_id);
  const chunkIds = Array.from({ length: known.chunk_count }, (_, at) => chunkIdOf(document_id, at));
  await vectors.remove(org_id, document_id, { embeddingModel: known.embedding_model, chunkIds });
}
