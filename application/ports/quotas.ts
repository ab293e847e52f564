import type { QuotaName, QuotaUse } from '../../domain/accounts/quotas.ts';
import type { CallToErase, RemovedBytes, Reservation } from '../../domain/accounts/stored-use.ts';

/**
 * For enforcing organisations' quotas. A refusal is a `QuotaExceeded`, or a `BudgetSpent` where it is about a further call and
 * the hard stop of the budget is in force.
 */
export interface QuotaKeeper {
  /** Reserves quota before something is created, safe under concurrency; rejects what does not fit. */
  reserve(orgId: string, wanted: Omit<Reservation, 'until'>): Promise<QuotaReservation>;
  /**
   * The passages that a document may have beside those of the other documents: the answered check rejects more. Documents that
   * are processed at the same moment do not see each other's.
   */
  passagesFor(orgId: string, documentId: string): Promise<(passages: number) => void>;
  /** Rejects a further call. `registered`: this many of the calls in question have a log already. */
  requireCall(orgId: string, registered?: number): Promise<void>;
  /** The number of calls that may still start today; rejects when none may. Infinity: unlimited. */
  callsLeft(orgId: string): Promise<number>;
  /** Counts bytes stored by a call. Rejects a recording that does not fit; a transcript always does. */
  addRecorded(orgId: string, bytes: number, artifact: 'recording' | 'transcript'): Promise<void>;
  /** Gives the bytes of removed objects back. */
  removeBytes(orgId: string, removed: RemovedBytes): Promise<void>;
  /** Gives an erased call's bytes back. The call counts on until its day and its month end. */
  removeCall(orgId: string, call: CallToErase): Promise<void>;
  /** All quotas with their use. */
  usage(orgId: string): Promise<Readonly<Record<QuotaName, QuotaUse>>>;
}

/** A reservation for one item. Its methods never reject; an unfinished reservation expires. */
export interface QuotaReservation {
  /** The item was created. */
  commit(): Promise<void>;
  /** The item was not created. */
  release(): Promise<void>;
}
