import type { RunOutcome } from '../../domain/campaigns/run-outcome.ts';

/** For counting what campaigns do, for operators. Counting never fails. */
export interface CampaignMeter {
  /** A dial was sent, `lateMs` after it could have been decided. */
  dialled(lateMs: number): void;
  /** The carrier accepted or refused the call, or did not answer. */
  answered(answer: 'taken' | 'refused' | 'unknown'): void;
  /** These outcomes were recorded. */
  outcomesRecorded(outcomes: readonly RunOutcome[]): void;
}

/** For counting how documents are processed, for operators. Counting never fails. */
export interface IngestMeter {
  /** The first attempt at a document starts, `waitedMs` after its upload. */
  started(waitedMs: number): void;
  /** An attempt ended after `ms` milliseconds. */
  attempted(result: IngestResult, ms: number): void;
}

/** `delayed`: to be retried. `dropped`: released at shutdown, deleted, or claimed by another process. */
export type IngestResult = 'ready' | 'failed' | 'delayed' | 'dropped';
