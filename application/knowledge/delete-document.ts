import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';
import type { IndexedDocument, TextIndex } from '../ports/text-index.ts';
import type { VectorStore } from '../ports/vectors.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { WordCollector } from './collect-words.ts';

/** Words that a request removes. More of a large document are removed in the background, where no search finds them. */
const WORDS_AT_ONCE = 5_000;

/** Deletes a document, its vectors and its text index, and the pages of a sitemap, even during processing. Agents that name it stay valid and answer without it. */
export const deleteDocument =
  (ports: RemovalPorts & { readonly wordCollector: Pick<WordCollector, 'soon'> }) =>
  async (principal: Principal, documentId: string): Promise<void> => {
    const { org_id } = allow(principal, 'knowledge.write');
    const document = await ports.knowledge.find(org_id, documentId);
    if (document) await removePages(ports, document);
    const removed = document && (await removeDocument(ports, document, WORDS_AT_ONCE));
    // Pages that were added in the meantime. A later writer finds the sitemap removed.
    if (document) await removePages(ports, document);
    if (removed && !removed.isComplete) ports.wordCollector.soon(document);
    if (!removed?.wasThere) throw missing('Document');
  };

/** Removes the pages of a document that stands for a sitemap. */
export async function removePages(
  ports: RemovalPorts,
  { org_id, document_id, sitemap }: Pick<KnowledgeDocument, 'org_id' | 'document_id' | 'sitemap'>,
): Promise<void> {
  if (!sitemap) return;
  for (const page of await ports.knowledge.pagesOf(org_id, [document_id])) await removeDocument(ports, page);
}

export interface RemovalPorts {
  readonly knowledge: KnowledgeDocumentRepository;
  readonly vectors: VectorStore;
  readonly textIndex: TextIndex;
}

/**
 * Removes a document's vectors and text index, then its metadata. Answers whether it existed, and whether all of its words
 * are removed: with `most` no more than about as many are, twice. Can be repeated after a failure. Spec: the route
 * "removes metadata and vectors"; the uploaded file stays in the object store.
 */
export async function removeDocument(
  { knowledge, vectors, textIndex }: RemovalPorts,
  { org_id, document_id }: IndexedDocument,
  most?: number,
): Promise<{ readonly wasThere: boolean; readonly isComplete: boolean }> {
  const removeContent = async (): Promise<boolean> => {
    await vectors.remove(org_id, document_id);
    return textIndex.remove(org_id, document_id, most);
  };
  await removeContent();
  const wasThere = await knowledge.remove(org_id, document_id);
  // Removes what was written in the meantime. A later writer finds the document removed.
  return { wasThere, isComplete: await removeContent() };
}
