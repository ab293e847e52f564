import type { AuditEventRepository, AuditFilter } from '../ports/audit-events.ts';
import type { Clock } from '../ports/clock.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import type { AuditAction, AuditEvent } from '../../domain/audit/event.ts';
import { parseUtc } from '../../domain/calls/iso-date.ts';
import { expiredBefore } from '../../domain/expiry.ts';

/** Filters of the audit trail, as given in the query string. */
export interface AuditQuery {
  readonly action?: AuditAction | undefined;
  readonly actor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface AuditPage {
  readonly events: readonly (AuditEvent & { readonly org_id: string })[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Lists one page of the active organisation's audit trail, newest first. */
export const listAuditEvents =
  ({ auditEvents }: { auditEvents: AuditEventRepository }) =>
  async (principal: Principal, query: AuditQuery, page: { limit: number; offset: number }): Promise<AuditPage> => {
    const { org_id } = allow(principal, 'audit.read');
    const filter = filterOf(query);
    const [events, total] = await Promise.all([
      auditEvents.list(org_id, filter, page),
      auditEvents.count(org_id, filter),
    ]);
    return { events: events.map((event) => ({ ...event, org_id })), ...page, total };
  };

const filterOf = ({ action, actor, from, to }: AuditQuery): AuditFilter => ({
  ...(action !== undefined && { action }),
  ...(actor !== undefined && { actor: normaliseEmail(actor) }),
  ...(from !== undefined && { from: parseUtc(from, 'from').toISOString() }),
  ...(to !== undefined && { to: parseUtc(to, 'to').toISOString() }),
});

/** Removes audit events older than the retention period, in days. */
export const expireAuditEvents =
  ({ auditEvents, clock }: { auditEvents: AuditEventRepository; clock: Clock }) =>
  (retentionDays: number): Promise<void> =>
    auditEvents.removeBefore(expiredBefore(clock.now(), retentionDays));
