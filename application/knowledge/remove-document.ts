import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { VectorStore } from '../ports/vectors.ts';

export interface RemovalPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
  readonly objects: ObjectStore;
}

/**
 * Removes a document with all that was made of it, and answers whether it was there. The document itself goes last:
 * where this fails, it can be asked again.
 */
export async function removeDocument(
  { knowledge, vectors, objects }: RemovalPorts,
  { org_id, document_id, storage_key }: KnowledgeDocument,
): Promise<boolean> {
  await vectors.remove(org_id, document_id);
  if (storage_key !== null) await objects.remove(storage_key);
  const wasThere = await knowledge.remove(org_id, document_id);
  // What was being written meanwhile. Whoever writes later finds that the document is gone.
  await vectors.remove(org_id, document_id);
  return wasThere;
}
