import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { RefreshInterval, WebPage } from '../../domain/knowledge/web-page.ts';

/** A document that is made of a web page. */
export interface PageDocument extends KnowledgeDocument {
  readonly web_page: WebPage;
  readonly refresh: RefreshInterval;
  readonly due_at: string | null;
}

/** For storing documents that are made of web pages, and for checking each in one process at a time. Moments are ISO 8601. */
export interface WebPageRepository {
  /**
   * Adds a document, which `KnowledgeDocumentRepository` knows from then on, but never claims. False when its id is taken.
   */
  add(document: PageDocument): Promise<boolean>;
  /** The organisations with unclaimed pages that are due, in any order. */
  organisationsWithDue(now: string): Promise<string[]>;
  /** Claims the page of an organisation that is due longest for this owner until `until`, or returns null. */
  claim(orgId: string, owner: string, until: string, now: string): Promise<ClaimedPage | null>;
  /** Renews a claim; false when it has another owner or the document was removed. */
  renewClaim(documentId: string, owner: string, until: string): Promise<boolean>;
  /** Changes a claimed document, which stays claimed; false when it has another owner or was removed. */
  change(documentId: string, owner: string, change: Partial<PageDocument>): Promise<boolean>;
  /**
   * Changes a claimed document and ends the claim; false when it has another owner or was removed. The page is due at
   * `due_at`, unless a user has scheduled it since it was `seen`: then the user's choice stays.
   */
  finishClaim(seen: PageDocument, owner: string, change: Partial<PageDocument>): Promise<boolean>;
  /** Ends the claim of an attempt that does not count. The page stays due. */
  releaseClaim(documentId: string, owner: string): Promise<void>;
  /** Changes when a page is checked. Null: it is not a page, or was removed. */
  schedule(
    orgId: string,
    documentId: string,
    change: { readonly refresh?: RefreshInterval; readonly due_at?: string | null },
  ): Promise<PageDocument | null>;
}

export interface ClaimedPage {
  readonly document: PageDocument;
  /** Number of claims since the last check that ended, including this one. */
  readonly attempt: number;
}
