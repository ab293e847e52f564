export const DOCUMENT_STATUSES = ['processing', 'ready', 'failed'] as const;
export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** A document that agents of an organisation can be grounded on. */
export interface KnowledgeDocument {
  readonly document_id: string;
  readonly org_id: string;
  readonly original_filename: string;
  readonly status: DocumentStatus;
  readonly chunk_count: number;
  /** What its chunks were embedded with; questions to it are embedded with the same. Null until it is ready. */
  readonly embedding_model: string | null;
  /** Where the PDF lies in the object store, null when it was never stored. */
  readonly storage_key: string | null;
  /** Why it failed, in a sentence for people. */
  readonly error_message: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Where the PDF of a document is kept. */
export const documentKey = (orgId: string, documentId: string): string => `${orgId}/knowledge/${documentId}.pdf`;

/** What the passages of a document are called, in their order: the same by whoever makes it searchable. */
export const chunkIdOf = (documentId: string, at: number): string => `${documentId}:${at}`;

/** A document that was just uploaded. */
export function newDocument(facts: {
  document_id: string;
  org_id: string;
  original_filename: string;
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

/** Why a document fails that could be read, but holds nothing to find. */
export const NO_TEXT = 'The PDF has no text in it. A scanned one needs text recognition before it is uploaded.';

/** What changes when its text can be searched. */
export const toReady = (chunkCount: number, embeddingModel: string, now: Date): Partial<KnowledgeDocument> => ({
  status: 'ready',
  chunk_count: chunkCount,
  embedding_model: embeddingModel,
  error_message: null,
  updated_at: now.toISOString(),
});

/** What changes when it never can. */
export const toFailed = (why: string, now: Date): Partial<KnowledgeDocument> => ({
  status: 'failed',
  error_message: why,
  updated_at: now.toISOString(),
});

/** After each try but the last, so long is waited for another one, while whatever was away comes back. In milliseconds. */
const RETRY_DELAYS_MS: readonly number[] = [10_000, 60_000, 300_000];

/** Whether a document is tried again after so many tries: one that ends every process that reads it must come to an end. */
export const mayTryAgain = (tries: number): boolean => tries <= RETRY_DELAYS_MS.length;

/** How long is waited after this many tries. In milliseconds. */
export const tryAgainAfterMs = (tries: number): number => RETRY_DELAYS_MS[tries - 1] ?? 0;
