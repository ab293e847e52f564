import type { DocumentType } from '../../domain/knowledge/document-type.ts';

/** For fetching web pages from servers of strangers. */
export interface PageFetcher {
  /**
   * Fetches a page within limits of time, length and redirects, as far as its site allows robots to. Rejects with the
   * reason of the signal only.
   */
  fetch(page: PageRequest, signal: AbortSignal): Promise<PageAnswer>;
}

export interface PageRequest {
  readonly url: string;
  /** Validators of the content that is known. Null: any content is wanted. */
  readonly etag: string | null;
  readonly last_modified: string | null;
  /** A sitemap is wanted, which may be a compressed file: whatever its type, it is `text`. */
  readonly isSitemap?: boolean;
}

/** Problems are sentences for users that say what to do. */
export type PageAnswer =
  | { readonly kind: 'content'; readonly content: PageContent }
  /** The content is that of the validators. */
  | { readonly kind: 'unchanged' }
  /** There is no such page, permanently where the server says so. */
  | { readonly kind: 'missing'; readonly isPermanent: boolean; readonly problem: string }
  /** Another attempt would fail as well. */
  | { readonly kind: 'refused'; readonly problem: string }
  | { readonly kind: 'failed'; readonly problem: string; readonly retryAfterMs: number | null };

export interface PageContent {
  readonly bytes: Uint8Array;
  readonly type: DocumentType;
  /** The encoding that the server names. */
  readonly charset: string | null;
  readonly etag: string | null;
  readonly last_modified: string | null;
}
