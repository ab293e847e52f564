import type { Page } from '../../domain/knowledge/chunking.ts';

/** What reading one document may take. */
export interface ReadingLimits {
  readonly pages: number;
  /** Of all pages together. */
  readonly characters: number;
  /** Of the whole process that reads. */
  readonly memoryBytes: number;
  /** Of the processor's time. */
  readonly ms: number;
}

/** What the process that reads says of a document: its pages, or why there are none. */
export type Answer = { readonly pages: Page[] } | { readonly refusal: Refusal };

export type Refusal = 'unreadable' | 'locked' | 'pages' | 'characters' | 'memory' | 'time';

/** How a reader ends that cannot answer any more. */
export const EXIT_CODES = { memory: 77, time: 78 } as const satisfies Partial<Record<Refusal, number>>;
