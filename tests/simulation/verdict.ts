import { isRefusal } from '../../domain/campaigns/refusal.ts';
import type { Entry } from './ledger-carrier.ts';
import type { Witness } from './witness.ts';

/** What dials cost. */
export interface DialCost {
  readonly dials: number;
  readonly operations: number;
}

/** What a seed came to. */
export interface Verdict {
  readonly breaches: readonly string[];
  readonly ledger: readonly Entry[];
  /** Contacts that were not dialled, and numbers that were put on suppression lists. */
  readonly refusals: number;
  readonly listChanges: number;
  /** Where processes were killed. */
  readonly kills: readonly string[];
  readonly simulatedMs: number;
  /** While faults occurred: dials and operations on the store, of all processes. */
  readonly cost: DialCost;
}

export const refusalsOf = ({ runs }: Pick<Witness, 'runs'>): number =>
  [...runs.values()].filter(({ outcome }) => outcome !== null && isRefusal(outcome)).length;
