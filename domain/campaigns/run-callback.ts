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
  /**
   * In how many other calls the person had been reached when it was agreed, apart from the call itself. Absent: in none.
   * Reached in a further one, the person is not called back.
   */
  readonly reached_before?: number;
  /** Whether its variables have the earlier conversation. */
  readonly is_prepared?: boolean;
  readonly canceled_at?: string;
  readonly canceled_by?: string;
}

/** How long after its agreed time a callback may be dialled, in ms. Later the call would come as a surprise. */
const LATEST_MS = 3_600_000;

/** When a callback may be dialled no more. */
export const latestDialOf = ({ at }: Pick<RunCallback, 'at'>): string =>
  new Date(Date.parse(at) + LATEST_MS).toISOString();
