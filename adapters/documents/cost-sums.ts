import type { CostSumRepository } from '../../application/ports/costs.ts';
import type { CostSum, CostSumKey } from '../../domain/costs/cost-sum.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

const keyOf = ({ org_id, month, agent_id, campaign_id, currency }: CostSumKey): CostSumKey => ({
  ...{ org_id, month, agent_id, campaign_id, currency },
});

/** Sums of costs as documents, one per organisation, month, agent, campaign and currency. */
export async function documentCostSums(store: DocumentStore): Promise<CostSumRepository> {
  const sums = await store.open<CostSum>({
    name: 'cost_sums',
    indexes: [
      { name: 'by_key', fields: ['org_id', 'month', 'agent_id', 'campaign_id', 'currency'], unique: true },
      { name: 'by_amount', fields: ['org_id', 'month', 'currency', 'amount'] },
      { name: 'by_pending', fields: ['pending_since'], sparse: 'pending_since' },
    ],
  });

  return {
    find: (key) => sums.findOne({ ...keyOf(key) }),
    add: (sum) => falseOnUniqueViolation(sums.insert(sum), 'by_key'),
    change: async (seen, changes) => (await sums.change({ ...keyOf(seen), revision: seen.revision }, changes)) !== null,
    pending: (limit) => sums.find({ pending_since: between({ from: '' }) }, { sort: { pending_since: 'asc' }, limit }),
    list: (orgId, { from, to }, filter = {}) =>
      // A month is followed by none that begins with it.
      sums.each({ org_id: orgId, month: between({ from, below: `${to}~` }), ...filter }),
    async spent(orgId, month, currency) {
      const [group] = await sums.tally({ org_id: orgId, month, currency }, ['currency'], 'amount');
      return group?.sum ?? 0;
    },
  };
}
