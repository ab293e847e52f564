import { callCost } from '../../domain/costs/call-cost.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import type { Clock } from '../ports/clock.ts';
import type { CallCostRepository, CostRecorder } from '../ports/costs.ts';

interface Ports {
  readonly callCosts: CallCostRepository;
  readonly prices: PriceTable;
  readonly clock: Clock;
}

/** Records what calls cost at the prices of the price table. */
export const recordCosts = ({ callCosts, prices: table, clock }: Ports): CostRecorder => ({
  async record(call, part, usage) {
    await callCosts.add(callCost(call, part, usage, { table, now: clock.now() }));
  },
});
