import type { AuditAction, AuditEvent, AuditOutcome } from '../../domain/audit/event.ts';

/** Filter of an organisation's events. Without a condition, all. */
export interface AuditFilter {
  readonly action?: AuditAction;
  readonly actor?: string;
  /** Start, inclusive. */
  readonly from?: string;
  /** End, exclusive. */
  readonly to?: string;
}

/** For storing the audit trail. Events are only added, and removed after the retention period. */
export interface AuditEventRepository {
  add(event: AuditEvent): Promise<void>;
  /** Records the outcome of a started event once, and the id of what it created. A recorded outcome is final. */
  recordOutcome(eventId: string, outcome: AuditOutcome, made?: string): Promise<void>;
  /** One page of an organisation's events, newest first. */
  list(orgId: string, filter: AuditFilter, page: { limit: number; offset: number }): Promise<AuditEvent[]>;
  /** The number of an organisation's events. */
  count(orgId: string, filter: AuditFilter): Promise<number>;
  /** One page of an organisation's events from this time on, oldest first. */
  listFrom(orgId: string, from: string, page: { limit: number; offset: number }): Promise<AuditEvent[]>;
  /** Replaces the target of an event, for the erasure of what it names. Nothing else of an event changes. */
  replaceTarget(eventId: string, target: string): Promise<void>;
  /** Removes the events of all organisations before this time. */
  removeBefore(moment: string): Promise<void>;
}
