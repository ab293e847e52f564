import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';

/** For storing knowledge documents. Moments are ISO 8601. */
export interface KnowledgeDocumentRepository {
  add(document: KnowledgeDocument): Promise<void>;
  find(orgId: string, documentId: string): Promise<KnowledgeDocument | null>;
  /** All of the organisation, the newest first. */
  list(orgId: string): Promise<KnowledgeDocument[]>;
  count(orgId: string): Promise<number>;
  /** Those of the organisation among these, in any order. */
  findMany(orgId: string, documentIds: readonly string[]): Promise<KnowledgeDocument[]>;
  /** The organisations that have documents which are `processing` and held by nobody, in any order. */
  organisationsWithPending(now: string): Promise<string[]>;
  /** Takes the oldest of these documents of an organisation, or null. Until `until` it is this owner's. */
  claim(orgId: string, owner: string, until: string, now: string): Promise<ClaimedDocument | null>;
  /** Keeps a claim longer; false when it is another's by now, or the document is gone. */
  renewClaim(documentId: string, owner: string, until: string): Promise<boolean>;
  /** Lets go of a claim until then, when anybody may take it; one that was given back untried does not count. */
  releaseClaim(
    documentId: string,
    owner: string,
    back: { readonly until: string; readonly untried: boolean },
  ): Promise<void>;
  /** Changes a document that this owner holds and lets go of it; false when it is another's by now, or gone. */
  finishClaim(documentId: string, owner: string, change: Partial<KnowledgeDocument>): Promise<boolean>;
  /** Removes it; false when there was none. */
  remove(orgId: string, documentId: string): Promise<boolean>;
}

export interface ClaimedDocument {
  readonly document: KnowledgeDocument;
  /** How often it was claimed, this time included. */
  readonly attempt: number;
}
