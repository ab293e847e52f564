import type { CallCostRepository } from '../../application/ports/costs.ts';
import type { CallCost } from '../../domain/costs/call-cost.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** Costs of calls as documents, one per call and part. */
export async function documentCallCosts(store: DocumentStore): Promise<CallCostRepository> {
  const costs = await store.open<CallCost>({
    name: 'call_costs',
    indexes: [{ name: 'by_part', fields: ['call_id', 'part'], unique: true }],
  });

  return {
    add: (cost) => falseOnUniqueViolation(costs.insert(cost), 'by_part'),
    list: (orgId, callId) => costs.find({ org_id: orgId, call_id: callId }),
  };
}
