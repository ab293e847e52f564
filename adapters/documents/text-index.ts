import type { TextIndex } from '../../application/ports/text-index.ts';
import type { DocumentStore } from './collection.ts';
import { ANALYSER, textTables, USUAL_LIMITS, type TextLimits } from './text-index-tables.ts';
import { nextIndexedDocument, documentsWithRows, removeAbandonedRows, removeDocumentRows } from './text-rows.ts';
import { searchTexts } from './text-search.ts';
import { putTexts } from './text-writer.ts';

interface Settings {
  readonly analyser?: number;
  readonly limits?: Partial<TextLimits>;
}

/** The words of chunks as documents: for each word and document the chunks that have it. */
export async function documentTextIndex(store: DocumentStore, settings: Settings = {}): Promise<TextIndex> {
  const { analyser = ANALYSER } = settings;
  const limits = { ...USUAL_LIMITS, ...settings.limits };
  const tables = await textTables(store);
  const { documents, postings } = tables;
  return {
    put: (org_id, document_id, texts, signal) =>
      putTexts(tables, { org_id, document_id }, { texts, analyser, signal }, limits),

    search: (orgId, query) => searchTexts({ tables, orgId, analyser, limits }, query),

    async remove(org_id, document_id, most = Infinity) {
      await documents.remove({ org_id, document_id });
      return removeDocumentRows(postings, { org_id, document_id }, most);
    },

    async removeAll(org_id) {
      await documents.remove({ org_id });
      for (let next = await nextIndexedDocument(postings, org_id, ''); next;) {
        await removeDocumentRows(postings, next, Infinity);
        next = await nextIndexedDocument(postings, org_id, next.document_id);
      }
    },

    documents: (from, most) => documentsWithRows(postings, from, most),
    removeAbandoned: (org_id, document_id) => removeAbandonedRows(tables, { org_id, document_id }),
  };
}
