/** For ensuring that one engine at a time dials for an organisation. Times are ISO 8601. */
export interface EngineLeases {
  /**
   * Acquires or renews an organisation's lease and returns its epoch (fencing token), which is higher than that of any
   * earlier owner; null while another owner has it.
   */
  acquire(lease: EngineLease, now: string): Promise<number | null>;
  /** Releases the lease, if this owner has it, so that another can acquire it at once. */
  release(orgId: string, owner: string): Promise<void>;
}

export interface EngineLease {
  readonly org_id: string;
  readonly owner: string;
  readonly until: string;
}
