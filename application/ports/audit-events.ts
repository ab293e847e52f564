import type { AuditAction, AuditEvent, AuditOutcome } from '../../domain/audit/event.ts';

/** Which events of an organisation are wanted. Without a condition, all. */
export interface AuditFilter {
  readonly action?: AuditAction;
  readonly actor?: string;
  /** The first moment that counts. */
  readonly from?: string;
  /** The first moment that no longer counts. */
  readonly to?: string;
}

/** For keeping the audit trail of what people did. It only grows, but for what has become old enough. */
export interface AuditEventRepository {
  add(event: AuditEvent): Promise<void>;
  /** Says once how something ended that was begun, and the id of what it made. What has ended stays as it is. */
  recordOutcome(eventId: string, outcome: AuditOutcome, made?: string): Promise<void>;
  /** One page of an organisation's events, the newest first. */
  list(orgId: string, filter: AuditFilter, page: { limit: number; offset: number }): Promise<AuditEvent[]>;
  /** How many of an organisation's events there are. */
  count(orgId: string, filter: AuditFilter): Promise<number>;
  /** Removes what is older than this moment, of every organisation. */
  removeBefore(moment: string): Promise<void>;
}
