import type { RunOutcome } from '../../domain/campaigns/run-outcome.ts';

/** For counting what campaigns do, for operators. Counting never fails. */
export interface CampaignMeter {
  /** A carrier was asked for a call, so many milliseconds after it was decided that the call may go out. */
  dialled(lateMs: number): void;
  /** What the carrier made of it: it took the call, refused it, or nobody knows. */
  answered(answer: 'taken' | 'refused' | 'unknown'): void;
  /** What became of these attempts. */
  outcomesRecorded(outcomes: readonly RunOutcome[]): void;
}

/** For counting how documents are made searchable, for operators. Counting never fails. */
export interface IngestMeter {
  /** A document is tried for the first time, so many milliseconds after it was uploaded. */
  started(waitedMs: number): void;
  /** A try is over, after so many milliseconds. */
  attempted(result: IngestResult, ms: number): void;
}

/** `delayed`: to be tried again. `dropped`: given back at the end of the process, deleted meanwhile, or another's by now. */
export type IngestResult = 'ready' | 'failed' | 'delayed' | 'dropped';
