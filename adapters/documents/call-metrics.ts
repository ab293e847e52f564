import type { CallMetricsRepository } from '../../application/ports/calls.ts';
import type { CallMetrics } from '../../domain/calls/call-metrics.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** Pipeline metrics as documents, one per call. */
export async function documentCallMetrics(store: DocumentStore): Promise<CallMetricsRepository> {
  const metrics = await store.open<CallMetrics>({
    name: 'call_metrics',
    indexes: [{ name: 'by_call', fields: ['call_id'], unique: true }],
  });

  return {
    add: (measured) => falseOnUniqueViolation(metrics.insert(measured), 'by_call'),
    find: (orgId, callId) => metrics.findOne({ org_id: orgId, call_id: callId }),
    findMany: (orgId, ids) => metrics.find({ org_id: orgId, call_id: anyOf(ids) }),
  };
}
