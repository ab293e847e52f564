/** For finding chunks by their words, within one organisation. */
export interface TextIndex {
  /**
   * Indexes the texts of a document's chunks, in the order of their ids, in place of those indexed before. A search sees
   * all of them or none. After a failure the same texts may be put again.
   */
  put(orgId: string, documentId: string, texts: readonly string[]): Promise<void>;
  /** The chunks with words of the question, the best first by BM25 over the documents that are searched. */
  search(orgId: string, query: TextQuery): Promise<TextMatches>;
  /** Removes the index of a document. */
  remove(orgId: string, documentId: string): Promise<void>;
  /** Removes all of an organisation, also of documents that are not stored any more: a release without an index left it. */
  removeAll(orgId: string): Promise<void>;
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
