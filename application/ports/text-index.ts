/** For finding chunks by their words, within one organisation. */
export interface TextIndex {
  /**
   * Indexes the texts of a document's chunks, in the order of their ids, in place of those indexed before. A search sees
   * all of them or none. Of several writers of a document the one that began last succeeds, and the others reject. After
   * a failure, or when the signal aborts, the texts may be put again.
   */
  put(orgId: string, documentId: string, texts: readonly string[], signal?: AbortSignal): Promise<void>;
  /** The chunks with words of the question, the best first by BM25 over the documents that are searched. */
  search(orgId: string, query: TextQuery): Promise<TextMatches>;
  /**
   * Removes the index of a document: no search finds it from then on. Ends after about `most` stored words, if given, and
   * answers whether none are left.
   */
  remove(orgId: string, documentId: string, most?: number): Promise<boolean>;
  /** Removes all of an organisation, also of documents that are not stored any more: a release without an index left it. */
  removeAll(orgId: string): Promise<void>;
  /** Documents of all organisations that words are stored of, after this one in an order that stays the same. */
  documents(after: IndexedDocument | null, most: number): Promise<IndexedDocument[]>;
  /** Removes words that a writer left which ended before it was done. Those that are found, or being written, stay. */
  removeAbandoned(orgId: string, documentId: string): Promise<void>;
}

export interface IndexedDocument {
  readonly org_id: string;
  readonly document_id: string;
}

export interface TextQuery {
  readonly question: string;
  /** Only chunks of these documents match. */
  readonly documentIds: readonly string[];
  readonly topK: number;
}

export interface TextMatches {
  /** Ids of chunks, the best first; equals in the order of documents and chunks. */
  readonly chunkIds: readonly string[];
  /** Those of the documents that are not indexed. */
  readonly unindexed: readonly string[];
}
