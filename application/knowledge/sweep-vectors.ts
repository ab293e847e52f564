import { chunkIdOf } from '../../domain/knowledge/document.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { VectorStore } from '../ports/vectors.ts';

export interface SweepPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
}

/**
 * Leaves of a document's vectors what the document says of itself: its chunks when it is ready, nothing when it failed
 * or is gone. While it is being processed, nothing is touched. It may be ready, failed or gone for good only, so what is
 * read here stays true however late the vectors hear of it; whoever wrote vectors sweeps after its last one.
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
