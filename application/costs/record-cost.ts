import { callCost } from '../../domain/costs/call-cost.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallCostRepository, CostRecorder } from '../ports/costs.ts';
import type { CostRollup } from './cost-rollup.ts';

interface Ports {
  readonly callCosts: CallCostRepository;
  readonly costRollup: Pick<CostRollup, 'wake'>;
  readonly prices: PriceTable;
  readonly clock: Clock;
}

/** Records what calls cost at the prices of the price table. */
export const recordCosts = ({ callCosts, costRollup, prices: table, clock }: Ports): CostRecorder => ({
  async record(call, part, usage) {
    if (await callCosts.add(callCost(call, part, usage, { table, now: clock.now() }))) costRollup.wake();
  },
});
