import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';

/** For storing knowledge documents. Moments are ISO 8601. */
export interface KnowledgeDocumentRepository {
  add(document: KnowledgeDocument): Promise<void>;
  find(orgId: string, documentId: string): Promise<KnowledgeDocument | null>;
  /** All documents of the organisation, newest first. */
  list(orgId: string): Promise<KnowledgeDocument[]>;
  count(orgId: string): Promise<number>;
  /** The number of chunks of all documents of the organisation, without those of this one. */
  countChunks(orgId: string, except?: string): Promise<number>;
  /** The organisation's documents among these, in any order. */
  findMany(orgId: string, documentIds: readonly string[]): Promise<KnowledgeDocument[]>;
  /** The pages of these sitemaps, in any order. */
  pagesOf(orgId: string, sitemapIds: readonly string[]): Promise<KnowledgeDocument[]>;
  /** The organisations with unclaimed documents to work on, in any order. */
  organisationsWithPending(now: string, work: DocumentWork): Promise<string[]>;
  /** Claims an organisation's oldest such document for this owner until `until`, or returns null. Uploads come first. */
  claim(orgId: string, owner: string, until: string, now: string): Promise<ClaimedDocument | null>;
  /** Renews a claim; false when it has another owner or the document was removed. */
  renewClaim(documentId: string, owner: string, until: string): Promise<boolean>;
  /** Releases a claim; the document can be claimed again after `until`. An untried attempt does not count. */
  releaseClaim(
    documentId: string,
    owner: string,
    back: { readonly until: string; readonly untried: boolean },
  ): Promise<void>;
  /** Updates a claimed document and ends the claim; false when it has another owner or was removed. */
  finishClaim(documentId: string, owner: string, change: DocumentResult): Promise<boolean>;
  /** Removes it; false when there was none. */
  remove(orgId: string, documentId: string): Promise<boolean>;
}

/** Documents that are `processing`, or that are `ready` but not indexed and measured as is done today. */
export type DocumentWork = 'uploads' | 'unindexed';

export interface DocumentResult extends Partial<KnowledgeDocument> {
  /** Its chunks are in the text index, and its calibration is measured where it can be. */
  readonly is_indexed?: true;
}

export interface ClaimedDocument {
  readonly document: KnowledgeDocument;
  /** Number of claims, including this one. */
  readonly attempt: number;
}
