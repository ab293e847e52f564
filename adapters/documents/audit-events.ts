import type { AuditEventRepository, AuditFilter } from '../../application/ports/audit-events.ts';
import type { AuditEvent } from '../../domain/audit/event.ts';
import type { DocumentStore } from './collection.ts';
import { between, type Match } from './match.ts';

/** The audit trail as documents, one per event. */
export async function documentAuditEvents(store: DocumentStore): Promise<AuditEventRepository> {
  const events = await store.open<AuditEvent>({
    name: 'audit_events',
    indexes: [
      { name: 'by_id', fields: ['event_id'], unique: true },
      { name: 'by_organisation', fields: ['org_id', 'created_at'] },
      { name: 'by_age', fields: ['created_at'] },
    ],
  });

  return {
    add: (event) => events.insert(event),
    async recordOutcome(eventId, outcome, made) {
      const ended = { outcome, ...(made !== undefined && { target_id: made }) };
      await events.change({ event_id: eventId, outcome: 'unfinished' }, ended);
    },
    list: (orgId, filter, page) => events.find(wanted(orgId, filter), { ...page, sort: { created_at: 'desc' } }),
    count: (orgId, filter) => events.count(wanted(orgId, filter)),
    listFrom: (orgId, from, page) =>
      events.find({ org_id: orgId, created_at: between({ from }) }, { ...page, sort: { created_at: 'asc' } }),
    async replaceTarget(eventId, target) {
      await events.change({ event_id: eventId }, { target_id: target });
    },
    async removeBefore(moment) {
      await events.remove({ created_at: between({ below: moment }) });
    },
  };
}

const wanted = (orgId: string, { action, actor, from, to }: AuditFilter): Match<AuditEvent> => ({
  org_id: orgId,
  created_at: between({ ...(from !== undefined && { from }), ...(to !== undefined && { below: to }) }),
  ...(action !== undefined && { action }),
  ...(actor !== undefined && { actor }),
});
