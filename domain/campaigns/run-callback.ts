/** What makes a queued run a callback: a dial that was agreed in an earlier call. */
export interface RunCallback {
  /** The call in which it was agreed, or after which a member scheduled it. */
  readonly call_id: string;
  /** `tool`: the agent agreed it with the person. `api`: a member scheduled it. */
  readonly source: 'tool' | 'api';
  readonly requested_by: string;
  readonly requested_at: string;
  /** The agreed time, and the zone in which it was said. */
  readonly at: string;
  readonly timezone: string;
  /** What the person wants to talk about. */
  readonly note: string | null;
  /** Whether its variables have the earlier conversation. */
  readonly is_prepared?: boolean;
  readonly canceled_at?: string;
  readonly canceled_by?: string;
}
