import type { CallLog } from '../../domain/calls/call-log.ts';
import type { SuppressionSource } from '../../domain/campaigns/suppression.ts';

/** The evidence that the person on a call is not to be called again. */
export interface SuppressionEvidence {
  readonly source: Extract<SuppressionSource, 'tool' | 'keypad' | 'analysis'>;
  /** Why, for people. */
  readonly reason: string;
  /** When the person asked for it, or when that was found. */
  readonly at: string;
}

/** For suppressing the number of the person on a call, from other areas. */
export interface CallerSuppressor {
  /**
   * Adds the number with its evidence, unless it is listed. Once it resolves, no campaign of the organisation dials it.
   * False: the call has no number. Rejects when the list is full.
   */
  suppress(call: CallLog, evidence: SuppressionEvidence): Promise<boolean>;
}
