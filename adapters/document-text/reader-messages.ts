import type { ContentBlock } from '../../domain/knowledge/blocks.ts';
import type { ReadableType } from '../../domain/knowledge/document-type.ts';

/** Limits for reading one document. */
export interface ReadingLimits {
  readonly pages: number;
  /** Of the whole document. */
  readonly characters: number;
  /** Headings, lists and tables: each starts a chunk. */
  readonly sections: number;
  /** Of the reader process. */
  readonly memoryBytes: number;
  /** Of processor time, and of time without progress. */
  readonly ms: number;
}

/** A file to read. */
export interface ReadRequest {
  readonly file: Uint8Array;
  readonly type: ReadableType;
  /** The encoding that the sender of a text named. */
  readonly charset?: string | null;
}

/** The content of a document, or why it was refused. */
export type ReadAnswer = { readonly blocks: ContentBlock[] } | { readonly refusal: ReadRefusal };

export type ReadRefusal = 'unreadable' | 'locked' | 'nested' | 'pages' | 'characters' | 'sections' | 'memory' | 'time';

/** The result of reading. `lost` when the reader failed for reasons unrelated to the document. */
export type ReadOutcome = ReadAnswer | { readonly lost: unknown };

/** A request to the spawner: read a document, or cancel. */
export type SpawnerRequest =
  | (ReadRequest & { readonly number: number; readonly limits: ReadingLimits })
  | { readonly number: number };

/** The result of the request with this number. */
export interface SpawnerResponse {
  readonly number: number;
  readonly outcome: ReadOutcome;
}

/** Exit codes of a reader that cannot respond any more. */
export const EXIT_CODES = { memory: 77, time: 78 } as const satisfies Partial<Record<ReadRefusal, number>>;
