import type { Retention } from '../../domain/calls/retention.ts';

/** The retention of an organisation and its next sweep. */
export interface StoredRetention extends Retention {
  readonly org_id: string;
  /** When it is swept next. During a sweep, when another process may take over. ISO 8601. */
  readonly sweep_at: string;
}

/** For storing how long organisations keep calls. */
export interface RetentionRepository {
  find(orgId: string): Promise<StoredRetention | null>;
  /** Stores the retention of its organisation, instead of an earlier one. */
  put(retention: StoredRetention): Promise<void>;
  /** The retentions whose sweep is due, those that wait longest first. */
  due(now: string, limit: number): Promise<StoredRetention[]>;
  /** Replaces the time of the next sweep of a retention that is unchanged: false when another process was faster. */
  move(seen: StoredRetention, sweepAt: string): Promise<boolean>;
}
