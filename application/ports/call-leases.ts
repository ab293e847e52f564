/**
 * For limiting the concurrent calls of an organisation. Each live call holds one of its organisation's slots by a
 * lease, which the runtime of the call renews. An expired lease frees the slot: capacity follows from live leases,
 * never from a counter. Of two requests for the last slot, one gets it. Times are ISO 8601.
 */
export interface CallLeases {
  /**
   * Reserves one of the organisation's `limit` slots for a call, or returns false when all are in use. A call keeps a
   * slot it has. Calls of a share together use at most its slots; other calls use any slot.
   */
  reserve(lease: CallLease, limit: number, now: string, share?: SlotShare): Promise<boolean>;
  /**
   * Reserves slots for several calls of one organisation, and returns the ids of the calls that have one. Leaves a
   * slot free only when all of them have one. Earlier calls come first, unless others ask at the same time. New ones get
   * no slot of the last `spare` ones. A live lease of the call counts as its slot, unless more leases than `limit` are live.
   */
  reserveAll(leases: readonly CallLease[], limit: number, now: string, spare?: number): Promise<ReadonlySet<string>>;
  /**
   * Claims a call's live lease for this owner, or renews it: true when the owner had it or the call was unclaimed.
   * False when another owner has it or it is gone.
   */
  claimOrRenew(lease: CallLease, now: string): Promise<boolean>;
  /**
   * Takes a live lease from its owner: no runtime can claim or renew it. Its slot stays in use until the lease expires or
   * is released. Returns whether a runtime had it.
   */
  disown(orgId: string, callId: string, now: string): Promise<boolean>;
  /** Releases the call's slot, if it has one. */
  release(orgId: string, callId: string): Promise<void>;
  /** Counts live leases of a client's calls, over all organisations. */
  countOfClient(client: string, now: string): Promise<number>;
  /** Live leases of a client's unclaimed calls, over all organisations, those that expire first. */
  unclaimedOfClient(client: string, now: string): Promise<StoredCallLease[]>;
  /** Live leases of an organisation's unclaimed calls that give way and expire until then, those that expire first. */
  givingWayOf(orgId: string, span: { readonly now: string; readonly until: string }): Promise<StoredCallLease[]>;
  /**
   * Gives a call with a lease one of its client's places, over all organisations. False when other live calls have all of
   * them: of many at once exactly as many get one as are free. Released with the slot.
   */
  takeClientPlace(lease: Pick<CallLease, 'org_id' | 'call_id'>, share: ClientShare, now: string): Promise<boolean>;
  /** Live leases of unclaimed calls, those that expire first. */
  unclaimed(now: string, limit: number): Promise<StoredCallLease[]>;
  /** Expired leases that were not taken over, oldest first. */
  expired(now: string, limit: number): Promise<StoredCallLease[]>;
  /**
   * Expires the lease of a claimed call, because its owner died and last renewed at `heardAt`, unless the lease was
   * renewed later. Null when the call is unclaimed.
   */
  expireNow(orgId: string, callId: string, renewedAt: string, now: string): Promise<StoredCallLease | null>;
  /**
   * Takes over an expired lease, so that one of several processes reconciles the call: false when another was faster.
   */
  takeOverExpired(lease: CallLease, until: string, now: string): Promise<boolean>;
  /** Releases the slot of a lease that is unchanged; one claimed since stays. */
  releaseIfUnchanged(lease: CallLease): Promise<void>;
}

export interface CallLease {
  readonly org_id: string;
  readonly call_id: string;
  /** The runtime that runs the call; null while it is registered or dialled and not yet connected. */
  readonly owner: string | null;
  readonly until: string;
  /** Set at the reservation: the call may give way to another one while it is unclaimed. */
  readonly gives_way?: true;
}

/** The number of an organisation's slots that the calls of this share may use together. */
export interface SlotShare {
  readonly name: string;
  readonly slots: number;
}

/** The number of calls that a client without a ticket, or a visitor of a page, may have at once. */
export interface ClientShare {
  /** A digest of its network, or of the visitor. */
  readonly client: string;
  readonly places: number;
}

/** A lease as stored. */
export interface StoredCallLease extends CallLease {
  /** When its owner last renewed it; null when the call was never claimed. */
  readonly heard_at: string | null;
}
