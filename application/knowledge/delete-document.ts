import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { TextIndex } from '../ports/text-index.ts';
import type { VectorStore } from '../ports/vectors.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';

/** Deletes a document, its vectors and its text index, even during processing. Agents that name it stay valid and answer without it. */
export const deleteDocument =
  (ports: RemovalPorts) =>
  async (principal: Principal, documentId: string): Promise<void> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const document = await ports.knowledge.find(org_id, documentId);
    if (!document || !(await removeDocument(ports, document))) throw missing('Document');
  };

export interface RemovalPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
}

/**
 * Removes a document's vectors and text index, then its metadata, and returns whether it existed. Can be repeated after a
 * failure. Spec: the route "removes metadata and vectors"; the uploaded file stays in the object store.
 */
export async function removeDocument(
  { knowledge, vectors, textIndex }: RemovalPorts,
  { org_id, document_id }: { readonly org_id: string; readonly document_id: string },
): Promise<boolean> {
  const removeContent = async (): Promise<void> => {
    await vectors.remove(org_id, document_id);
    await textIndex.remove(org_id, document_id);
  };
  await removeContent();
  const wasThere = await knowledge.remove(org_id, document_id);
  // Removes what was written in the meantime. A later writer finds the document removed.
  await removeContent();
  return wasThere;
}
