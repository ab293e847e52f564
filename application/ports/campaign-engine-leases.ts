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

/** The same, with a view of all that are owned. */
export interface CampaignEngineLeases extends EngineLeases {
  /** The leases that are valid: they end from this time on and before the other one, which no lease can reach. */
  owned(now: string, latest: string): Promise<readonly Pick<EngineLease, 'org_id' | 'owner'>[]>;
}

export interface EngineLease {
  readonly org_id: string;
  readonly owner: string;
  readonly until: string;
}

/** The engines of all processes, each registered until a time. Times are ISO 8601. */
export interface CampaignEngines {
  /** Registers an engine, or extends its registration. Forgets engines whose registration has expired. */
  register(engineId: string, until: string, now: string): Promise<void>;
  /** The engines that are registered. */
  live(now: string): Promise<readonly string[]>;
  remove(engineId: string): Promise<void>;
}
