import type { CallLog } from '../../domain/calls/call-log.ts';
import type { ErasedKind, Erasure } from '../../domain/erasures/erasure.ts';

/** A page of a list. */
interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** An erasure with the number to erase. Null for an organisation, and once the number was removed. */
export interface ClaimedErasure {
  readonly erasure: Erasure;
  readonly phoneNumber: string | null;
}

/** For storing erasures, each with the claim of the worker that has it. Moments are ISO 8601. */
export interface ErasureRepository {
  /** Stores an erasure with its number. What a crash cuts is completed by `organisationsWithPending`, or not stored at all. */
  add(erasure: Erasure, phoneNumber: string | null): Promise<void>;
  find(orgId: string, erasureId: string): Promise<Erasure | null>;
  /** The pending erasure of this number, or with null of the organisation. */
  findPending(orgId: string, phoneNumber: string | null): Promise<Erasure | null>;
  /** One page of an organisation's erasures, newest first. */
  list(orgId: string, page: Page): Promise<Erasure[]>;
  count(orgId: string): Promise<number>;
  /** The number of an organisation's erasures that are not done. */
  countPending(orgId: string): Promise<number>;
  /** The organisations with an erasure that can be claimed now, in any order. */
  organisationsWithPending(now: string): Promise<string[]>;
  /** Claims an organisation's oldest such erasure for this owner, or returns null. */
  claim(
    orgId: string,
    owner: string,
    span: { readonly now: string; readonly until: string },
  ): Promise<ClaimedErasure | null>;
  /** Renews a claim; false when it has another owner. */
  renewClaim(erasureId: string, owner: string, until: string): Promise<boolean>;
  /** Changes a claimed erasure; false when the claim has another owner. */
  change(erasureId: string, owner: string, changes: Partial<Erasure>): Promise<boolean>;
  /** Changes a claimed erasure and ends the claim. It can be claimed again from `until` on, unless it is done. */
  release(erasureId: string, owner: string, until: string, changes: Partial<Erasure>): Promise<boolean>;
  /** Removes the number of an erasure. */
  removeNumber(erasureId: string): Promise<void>;
}

/** What the steps of a pass report to its erasure. */
export interface ErasureProgress {
  /** Counts what is gone. Rejects when the pass must end: another process has the erasure, or this one ends. */
  erased(kind: ErasedKind, count?: number): Promise<void>;
  /** Something is in use and is erased by a later pass. */
  waits(): void;
}

/** For erasing calls. */
export interface CallEraser {
  /** Erases a call with everything that belongs to it. False, and nothing changes, when it is in use. */
  erase(call: CallLog): Promise<boolean>;
  /** Erases the inputs of its conversation, which have what its log has and cannot be searched. */
  eraseInputs(call: CallLog): Promise<void>;
}

/** For erasing contacts of campaigns, and campaigns. */
export interface ContactEraser {
  /** Removes a number from the contact lists and from the contacts of campaigns. Contacts keep their place and count on. */
  eraseNumber(orgId: string, phoneNumber: string, progress: ErasureProgress): Promise<void>;
  /** Removes a number from callbacks that were scheduled since, after its calls were erased: no further ones follow. */
  eraseCallbacks(orgId: string, phoneNumber: string, progress: ErasureProgress): Promise<void>;
  /** Stops and deletes all campaigns of the organisation. Their contact lists stay. */
  eraseCampaigns(orgId: string, progress: ErasureProgress): Promise<void>;
}

/** For erasing knowledge documents. */
export interface DocumentEraser {
  /** Removes all documents of the organisation with their vectors. The uploaded files stay. */
  eraseAll(orgId: string, progress: ErasureProgress): Promise<void>;
}

/** For erasing an organisation's own records in the document store: agents, credentials, endpoints, settings. */
export interface OrganisationRecords {
  /** Removes the agents, so that no new call starts. Returns their number. */
  removeAgents(orgId: string): Promise<number>;
  /** Removes some of the rest and returns their number. 0: nothing is left. */
  removeSome(orgId: string): Promise<number>;
}
