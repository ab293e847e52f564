import type { Calibration } from './calibration.ts';
import { DOCUMENT_TYPES, type DocumentType, type MediaType } from './document-type.ts';
import type { Sitemap } from './sitemap.ts';
import type { RefreshInterval, WebPage } from './web-page.ts';

export const DOCUMENT_STATUSES = ['processing', 'ready', 'failed'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** A document that agents of an organisation can be grounded on. */
export interface KnowledgeDocument {
  readonly document_id: string;
  readonly org_id: string;
  readonly original_filename: string;
  readonly media_type: MediaType;
  readonly status: DocumentStatus;
  readonly chunk_count: number;
  /** Embedding model of its chunks, also used for queries. Null until it is ready. */
  readonly embedding_model: string | null;
  /** Object key of the file. Null when it was never stored. */
  readonly storage_key: string | null;
  /** Why processing failed, as a sentence for users. */
  readonly error_message: string | null;
  /** What users should know of a document that can be searched. */
  readonly notice?: string | null;
  /** The web page that it is made of. Absent in uploaded files. */
  readonly web_page?: WebPage;
  /** How often the page is checked, and when next; null for only on request. */
  readonly refresh?: RefreshInterval;
  readonly due_at?: string | null;
  /** For the document of a sitemap: the sitemap. `sitemap_id` names that document in the documents of its pages. */
  readonly sitemap?: Sitemap;
  readonly sitemap_id?: string;
  /** Names the content that its chunks are made of, where it can change. */
  readonly content_version?: string | null;
  /** What its passages say of how near the nearest is that answers nothing. Absent until that is measured. */
  readonly calibration?: Calibration;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Object key of a document's file. */
export const documentKey = (orgId: string, documentId: string, type: DocumentType): string =>
  `${orgId}/knowledge/${documentId}.${DOCUMENT_TYPES[type].extensions[0]}`;

/** Object key of the content of a web page, whose type may change. */
export const pageKey = (orgId: string, documentId: string): string => `${orgId}/knowledge/${documentId}.page`;

/**
 * Deterministic chunk id, so that reprocessing replaces chunks. Versions of content that can change have different ids:
 * a search never finds two of them.
 */
export const chunkIdOf = (documentId: string, at: number, version?: string | null): string =>
  version ? `${documentId}:${version}:${at}` : `${documentId}:${at}`;

/** Creates an uploaded document. */
export function newDocument(facts: {
  document_id: string;
  org_id: string;
  original_filename: string;
  media_type: MediaType;
  storage_key: string | null;
  now: Date;
}): KnowledgeDocument {
  const { now, ...rest } = facts;
  const at = now.toISOString();
  return {
    ...rest,
    status: 'processing',
    chunk_count: 0,
    embedding_model: null,
    error_message: null,
    created_at: at,
    updated_at: at,
  };
}

/** Error message for a readable document without text. */
export const noText = (type: DocumentType): string =>
  type === 'pdf'
    ? 'The PDF contains no text. Run text recognition on a scanned PDF before you upload it.'
    : 'The file contains no text. Text in images is not read.';

/** Changes when the document can be searched. */
export const toReady = (chunkCount: number, embeddingModel: string, now: Date): Partial<KnowledgeDocument> => ({
  status: 'ready',
  chunk_count: chunkCount,
  embedding_model: embeddingModel,
  error_message: null,
  updated_at: now.toISOString(),
});

/** Changes when processing failed permanently. */
export const toFailed = (why: string, now: Date): Partial<KnowledgeDocument> => ({
  status: 'failed',
  error_message: why,
  updated_at: now.toISOString(),
});

/** Delays between attempts, in ms, for dependencies to recover. */
const RETRY_DELAYS_MS: readonly number[] = [10_000, 60_000, 300_000];

/** Whether another attempt follows. Attempts are bounded, because a document may crash every process that reads it. */
export const mayTryAgain = (tries: number): boolean => tries <= RETRY_DELAYS_MS.length;

/** Delay after this many attempts, in ms. */
export const tryAgainAfterMs = (tries: number): number => RETRY_DELAYS_MS[tries - 1] ?? 0;
