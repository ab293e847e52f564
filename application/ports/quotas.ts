import type { QuotaName, QuotaUse } from '../../domain/accounts/quotas.ts';
import type { Reservation } from '../../domain/accounts/stored-use.ts';

/** For holding organisations to their quotas. A refusal is a `QuotaExceeded`. */
export interface QuotaKeeper {
  /** Reserves room before something is created, however many ask at once; refuses what does not fit. */
  reserve(orgId: string, wanted: Omit<Reservation, 'until'>): Promise<QuotaReservation>;
  /** Refuses a further call. `registered`: this many calls that have a log already are the ones asked about. */
  requireCall(orgId: string, registered?: number): Promise<void>;
  /** How many more calls may begin today; refuses when none may. Infinity: without a limit. */
  callsLeft(orgId: string): Promise<number>;
  /** Counts bytes that a call stored. Refuses those of a recording that does not fit; a transcript always does. */
  addRecorded(orgId: string, bytes: number, artifact: 'recording' | 'transcript'): Promise<void>;
  /** All quotas beside their use. */
  usage(orgId: string): Promise<Readonly<Record<QuotaName, QuotaUse>>>;
}

/** Room for one thing. Neither method rejects: what is not settled lapses. */
export interface QuotaReservation {
  /** It was created. */
  commit(): Promise<void>;
  /** It was not. */
  release(): Promise<void>;
}
