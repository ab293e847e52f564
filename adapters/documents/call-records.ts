import type { CallRecords } from '../../application/ports/call-records.ts';
import type { DocumentStore } from './collection.ts';
import { BY_CALL } from './event-deliveries.ts';

/** A document that belongs to one call. */
interface OfCall {
  readonly org_id: string;
  readonly call_id: string;
}

/**
 * The collections whose documents belong to one call, by their fields `org_id` and `call_id`: they are erased with it.
 * Each has an index that starts with `call_id`, or with `org_id` and `call_id`. The log goes last, so it is not listed.
 */
export const COLLECTIONS_OF_CALLS = ['call_analyses', 'call_costs', 'call_metrics', 'event_deliveries'] as const;

/** What belongs to calls, besides their logs. */
export async function documentCallRecords(store: DocumentStore): Promise<CallRecords> {
  const collections = await Promise.all(
    COLLECTIONS_OF_CALLS.map((name) =>
      // A sparse index serves only those who know it.
      store.open<OfCall>({ name, indexes: name === 'event_deliveries' ? [BY_CALL] : [] }),
    ),
  );
  return {
    async removeAll(orgId, callId) {
      for (const collection of collections) await collection.remove({ org_id: orgId, call_id: callId });
    },
  };
}
