import type { KnowledgeDocument } from '../../domain/knowledge/document.ts';
import type { RefreshInterval, WebPage } from '../../domain/knowledge/web-page.ts';

/** A document that is made of a web page. */
export interface PageDocument extends KnowledgeDocument {
  readonly web_page: WebPage;
  readonly refresh: RefreshInterval;
  readonly due_at: string | null;
}

/** A change of a page, and whether its present content is indexed and measured as is done today. */
export interface PageChange extends Partial<PageDocument> {
  readonly is_indexed?: boolean;
}

/** For storing documents that are made of web pages, and for checking each in one process at a time. Moments are ISO 8601. */
export interface WebPageRepository {
  /**
   * Adds a document, which `KnowledgeDocumentRepository` knows from then on, but never claims. False when its id is taken.
   */
  add(document: PageDocument): Promise<boolean>;
  /** The organisations with unclaimed pages that are due, or `ready` and not indexed and measured, in any order. */
  organisationsWithPending(now: string): Promise<string[]>;
  /**
   * Claims a page of an organisation for this owner until `until`: the one that is due longest, else the oldest that is to be
   * prepared. Null when there is none.
   */
  claim(orgId: string, owner: string, until: string, now: string): Promise<ClaimedPage | null>;
  /** Renews a claim; false when it has another owner or the document was removed. */
  renewClaim(documentId: string, owner: string, until: string): Promise<boolean>;
  /** Changes a claimed document, which stays claimed; false when it has another owner or was removed. */
  change(documentId: string, owner: string, change: PageChange): Promise<boolean>;
  /**
   * Changes a claimed document and ends the claim; false when it has another owner or was removed. The page is due at
   * `due_at`, unless a user has scheduled it since it was `seen`: then the user's choice stays.
   */
  finishClaim(seen: PageDocument, owner: string, change: PageChange): Promise<boolean>;
  /** Ends the claim of an attempt that does not count. The page stays due. */
  releaseClaim(documentId: string, owner: string): Promise<void>;
  /** Ends the claim of a page that could not be prepared. It can be claimed again after `until`. */
  postpone(documentId: string, owner: string, until: string): Promise<void>;
  /** Changes when a page is checked. Null: it is not a page, or was removed. */
  schedule(
    orgId: string,
    documentId: string,
    change: { readonly refresh?: RefreshInterval; readonly due_at?: string | null },
  ): Promise<PageDocument | null>;
}

export interface ClaimedPage {
  readonly document: PageDocument;
  /** Whether it is due, or its content is to be indexed and measured. */
  readonly work: 'check' | 'prepare';
  /** Number of claims of checks since the last one that ended, including this one. */
  readonly attempt: number;
}
