import type { RunOutcome } from '../../domain/campaigns/retry.ts';

/** For counting what campaigns do, for operators. Counting never fails. */
export interface CampaignMeter {
  /** A carrier was asked for a call, so many milliseconds after it was decided that the call may go out. */
  dialled(lateMs: number): void;
  /** What the carrier made of it: it took the call, refused it, or nobody knows. */
  answered(answer: 'taken' | 'refused' | 'unknown'): void;
  /** What became of these attempts. */
  settled(outcomes: readonly RunOutcome[]): void;
}
