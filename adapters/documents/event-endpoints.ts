import type { EventEndpointRepository } from '../../application/ports/event-endpoints.ts';
import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import type { DocumentStore } from './collection.ts';
import { between } from './match.ts';

/** Event endpoints as documents. */
export async function documentEventEndpoints(store: DocumentStore): Promise<EventEndpointRepository> {
  const endpoints = await store.open<EventEndpoint>({
    name: 'event_endpoints',
    indexes: [
      { name: 'by_id', fields: ['endpoint_id'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
      { name: 'by_notice', fields: ['notice_due_at'], sparse: 'notice_due_at' },
    ],
  });
  return {
    add: (endpoint) => endpoints.insert(endpoint),
    find: (orgId, endpointId) => endpoints.findOne({ org_id: orgId, endpoint_id: endpointId }),
    list: (orgId) => endpoints.find({ org_id: orgId }, { sort: { created_at: 'desc' } }),
    change: (orgId, endpointId, changes, seen = {}) =>
      endpoints.change({ org_id: orgId, endpoint_id: endpointId, ...seen }, changes),
    withNotice: (now, limit) =>
      endpoints.find({ notice_due_at: between({ from: '', below: now }) }, { sort: { notice_due_at: 'asc' }, limit }),
    remove: async (orgId, endpointId) => (await endpoints.remove({ org_id: orgId, endpoint_id: endpointId })) > 0,
    removeAll: async (orgId) => void (await endpoints.remove({ org_id: orgId })),
  };
}
