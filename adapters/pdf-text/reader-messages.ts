import type { Page } from '../../domain/knowledge/chunking.ts';

/** What reading one document may take. */
export interface ReadingLimits {
  readonly pages: number;
  /** Of all pages together. */
  readonly characters: number;
  /** Of the whole process that reads. */
  readonly memoryBytes: number;
  /** Of the processor's time, and of that in which reading waits for nothing. */
  readonly ms: number;
}

/** What the process that reads says of a document: its pages, or why there are none. */
export type ReadAnswer = { readonly pages: Page[] } | { readonly refusal: ReadRefusal };

export type ReadRefusal = 'unreadable' | 'locked' | 'pages' | 'characters' | 'memory' | 'time';

/** What came of reading a document; `lost` when its reader ended for a reason that has nothing to do with it. */
export type ReadOutcome = ReadAnswer | { readonly lost: unknown };

/** What the nursery of readers is asked: to have a document read, or to let that be. */
export type SpawnerRequest =
  { readonly number: number; readonly pdf: Uint8Array; readonly limits: ReadingLimits } | { readonly number: number };

/** What came of the order of this number. */
export interface SpawnerResponse {
  readonly number: number;
  readonly outcome: ReadOutcome;
}

/** How a reader ends that cannot answer any more. */
export const EXIT_CODES = { memory: 77, time: 78 } as const satisfies Partial<Record<ReadRefusal, number>>;
