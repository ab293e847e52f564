/** An agent that calls a share of a campaign's contacts. The first variant is the one that others are compared with. */
export interface Variant {
  readonly agent_id: string;
  /** Its share, relative to the other weights. 0: no further contacts. */
  readonly weight: number;
  /** For people. Absent: the name of the agent. */
  readonly name?: string;
}
