import type { CallCostRepository } from '../../application/ports/costs.ts';
import type { CallCost } from '../../domain/costs/call-cost.ts';
import { costId } from '../../domain/costs/cost-sum.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** Costs of calls as documents, one per call and part. */
export async function documentCallCosts(store: DocumentStore): Promise<CallCostRepository> {
  const costs = await store.open<CallCost>({
    name: 'call_costs',
    indexes: [
      { name: 'by_part', fields: ['call_id', 'part'], unique: true },
      // Not sparse: null and missing are what is looked for.
      { name: 'by_summed', fields: ['summed_at'] },
    ],
  });

  return {
    add: (cost) => falseOnUniqueViolation(costs.insert(cost), 'by_part'),
    list: (orgId, callId) => costs.find({ org_id: orgId, call_id: callId }),
    unsummed: (limit) => costs.find({ summed_at: null }, { limit }),
    async stillUnsummed(wanted) {
      const ids = new Set(wanted.map(costId));
      const found = await costs.find({ call_id: anyOf(wanted.map(({ call_id }) => call_id)) });
      return found.filter((cost) => ids.has(costId(cost)) && (cost.summed_at ?? null) === null);
    },
    async markSummed(wanted, at) {
      await costs.changeAll(
        wanted.map(({ call_id, part }) => ({ match: { call_id, part, summed_at: null }, changes: { summed_at: at } })),
      );
    },
  };
}
