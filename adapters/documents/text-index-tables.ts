import type { IndexedSize, DocumentPostings } from './chunk-scores.ts';
import type { Collection, DocumentStore } from './collection.ts';

/** Changes when words are split or stemmed differently. Documents of another one are indexed again. */
export const ANALYSER = 3;

/** An indexed document. Searches see rows of its build only. */
export interface StoredIndex extends IndexedSize {
  readonly org_id: string;
  /** The rows that count. Empty while the first are written. */
  readonly build: string;
  /** The rows of the writer that began last: only these may count next. Absent and empty: nothing is written. */
  readonly writing?: string;
  /** Names the texts. Absent in those of earlier versions, whose build does. */
  readonly content?: string;
  /** Absent: the first. */
  readonly analyser?: number;
}

/** The chunks of a part of a document that have a word. */
export interface StoredPostings extends DocumentPostings {
  readonly org_id: string;
  readonly term: string;
  readonly build: string;
}

export interface TextTables {
  readonly documents: Collection<StoredIndex>;
  readonly postings: Collection<StoredPostings>;
}

/** How much is stored and read. */
export interface TextLimits {
  /** Different words of 1,000 chunks that are indexed. */
  readonly words: number;
  /** Words of a question that count. */
  readonly terms: number;
  /** Rows read of a word. One with more is counted in the best documents only. */
  readonly rows: number;
  /** Chunks with words of a question that are counted, of all its words. */
  readonly chunks: number;
  /** Documents that are named to the store in one read. */
  readonly named: number;
  /** Reads of a word that is in more rows than one read answers. */
  readonly reads: number;
}

export const USUAL_LIMITS: TextLimits = {
  words: 30_000,
  terms: 32,
  rows: 1_000,
  chunks: 4_000_000,
  named: 100,
  reads: 10,
};

export async function textTables(store: DocumentStore): Promise<TextTables> {
  const documents = await store.open<StoredIndex>({
    name: 'text_documents',
    indexes: [{ name: 'by_document', fields: ['org_id', 'document_id'], unique: true }],
  });
  const postings = await store.open<StoredPostings>({
    name: 'text_postings',
    indexes: [
      { name: 'by_term', fields: ['org_id', 'term', 'document_id'] },
      { name: 'by_row', fields: ['org_id', 'document_id', 'build', 'term', 'part'], unique: true },
      { name: 'by_build', fields: ['org_id', 'document_id', 'build'] },
    ],
  });
  return { documents, postings };
}
