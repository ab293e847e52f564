import type { Page } from '../../domain/knowledge/chunking.ts';

/** Limits for reading one document. */
export interface ReadingLimits {
  readonly pages: number;
  /** Of all pages. */
  readonly characters: number;
  /** Of the reader process. */
  readonly memoryBytes: number;
  /** Of processor time, and of time without progress. */
  readonly ms: number;
}

/** The pages of a document, or why it was refused. */
export type ReadAnswer = { readonly pages: Page[] } | { readonly refusal: ReadRefusal };

export type ReadRefusal = 'unreadable' | 'locked' | 'pages' | 'characters' | 'memory' | 'time';

/** The result of reading. `lost` when the reader failed for reasons unrelated to the document. */
export type ReadOutcome = ReadAnswer | { readonly lost: unknown };

/** A request to the spawner: read a document, or cancel. */
export type SpawnerRequest =
  | { readonly number: number; readonly pdf: Uint8Array; readonly limits: ReadingLimits }
  | { readonly number: number };

/** The result of the request with this number. */
export interface SpawnerResponse {
  readonly number: number;
  readonly outcome: ReadOutcome;
}

/** Exit codes of a reader that cannot respond any more. */
export const EXIT_CODES = { memory: 77, time: 78 } as const satisfies Partial<Record<ReadRefusal, number>>;
