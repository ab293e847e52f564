/**
 * For bounding how many calls of an organisation go on at once. Each live call holds one of its organisation's slots by
 * a lease, whoever carries the call renews it, and a lease that runs out frees the slot: capacity is what live leases
 * say, never a counter. Of two who race for the last slot one gets it. Moments are ISO 8601.
 */
export interface CallLeases {
  /**
   * Takes one of the organisation's `limit` slots for a call, or answers false when all are taken. A call that holds one
   * keeps it. Calls of a share hold no more slots together than that has; other calls take any slot.
   */
  reserve(lease: CallLease, limit: number, now: string, share?: SlotShare): Promise<boolean>;
  /** Does the same for several calls of one organisation, in this order, and answers the ids of those that have one then. */
  reserveAll(leases: readonly CallLease[], limit: number, now: string): Promise<ReadonlySet<string>>;
  /**
   * Hands a call's live lease to this owner and prolongs it: true when it was the owner's, or nobody carried the call
   * yet. False when another owner carries it, or the lease is gone.
   */
  claimOrRenew(lease: CallLease, now: string): Promise<boolean>;
  /** Frees the call's slot. A call that holds none is fine. */
  release(orgId: string, callId: string): Promise<void>;
  /** Live leases of calls that nobody carries yet, those that run out first to begin with. */
  unclaimed(now: string, limit: number): Promise<StoredCallLease[]>;
  /** Leases that ran out before now and were not settled, the oldest first. */
  expired(now: string, limit: number): Promise<StoredCallLease[]>;
  /**
   * Has the lease of a call that is carried run out before now, for its owner is no more and was heard of at this moment
   * for the last time, unless the lease knows better. Answers null when nobody carries the call.
   */
  expireNow(orgId: string, callId: string, heardAt: string, now: string): Promise<StoredCallLease | null>;
  /** Takes over a lease that ran out, so that of several who settle only one does: false when somebody else was faster. */
  takeOverExpired(lease: CallLease, until: string, now: string): Promise<boolean>;
  /** Frees the slot of a lease that is still like this; one that somebody has taken up since then stays. */
  releaseIfUnchanged(lease: CallLease): Promise<void>;
}

export interface CallLease {
  readonly org_id: string;
  readonly call_id: string;
  /** The process that carries the call, null while nobody does: registered or dialled, and not yet connected. */
  readonly owner: string | null;
  readonly until: string;
}

/** How many slots of an organisation the calls under this name may hold together. */
export interface SlotShare {
  readonly name: string;
  readonly slots: number;
}

/** A lease as it is kept. */
export interface StoredCallLease extends CallLease {
  /** When its owner was last heard of; null when nobody has carried the call yet. */
  readonly heard_at: string | null;
}
