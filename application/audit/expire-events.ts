import { expiredBefore } from '../../domain/audit/event.ts';
import type { AuditEventRepository } from '../ports/audit-events.ts';
import type { Clock } from '../ports/clock.ts';

/** Removes what has been in the trail for so many days. */
export const expireAuditEvents =
  ({ auditEvents, clock }: { auditEvents: AuditEventRepository; clock: Clock }) =>
  (retentionDays: number): Promise<void> =>
    auditEvents.removeBefore(expiredBefore(clock.now(), retentionDays));
