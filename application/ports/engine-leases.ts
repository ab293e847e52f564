/** For seeing to it that one engine at a time works for an organisation. Moments are ISO 8601. */
export interface EngineLeases {
  /**
   * Takes or renews the lease of an organisation: the epoch that goes with it, which is higher than any other engine's
   * before; null while another owner has it.
   */
  acquire(lease: EngineLease, now: string): Promise<number | null>;
  /** Gives it back, so that another can take it at once. One that is not held is fine. */
  release(orgId: string, owner: string): Promise<void>;
}

export interface EngineLease {
  readonly org_id: string;
  readonly owner: string;
  readonly until: string;
}
