import type { CallCost } from '../../domain/costs/call-cost.ts';
import { costId, emptySum, withoutPending, sumKeyOf, withCosts, type CostSum } from '../../domain/costs/cost-sum.ts';
import type { BudgetRepository, CallCostRepository, CostKeeper, CostSumRepository } from '../ports/costs.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { Rounds } from '../rounds.ts';
import { followBudget } from './follow-budget.ts';

interface Ports {
  readonly callCosts: CallCostRepository;
  readonly costSums: CostSumRepository;
  readonly budgets: BudgetRepository;
  readonly clock: Clock;
  readonly log: Log;
}

/** Costs, and sums with pending costs, that are read at once. */
const BATCH = 200;
const CONFLICT = 'The sum of costs kept changing. Try again.';

/**
 * Adds the costs of calls to their sums, each once, by any number of processes and after any crash. A cost is added
 * together with its id, then marked, then its id is removed: a process that finds the id does not add the cost again. Budgets
 * follow before the id is removed, so that no crash leaves one behind its sums.
 */
export class CostRollup implements CostKeeper {
  readonly #ports: Ports;
  readonly #rounds: Rounds;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#rounds = new Rounds(
      () => this.#round(),
      (error) => ports.log.error('costs.not_summed', { error }),
    );
  }

  /** A cost was recorded. Never rejects: what fails is repeated at the next tick. */
  wake(): void {
    this.#rounds.wake();
  }

  /** Adds the costs that no call of `wake` announced: those of a crashed process, and of versions without sums. */
  tick(): Promise<void> {
    return this.#rounds.tick();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  async sumUp(orgId: string, callId: string): Promise<void> {
    const costs = await this.#ports.callCosts.list(orgId, callId);
    await Promise.all(bySum(costs).map(([sum, added]) => addToSum(this.#ports, sum, added)));
  }

  /** Adds one batch of costs, and after the last one finishes what other processes left. */
  async #round(): Promise<boolean> {
    const { callCosts, costSums } = this.#ports;
    const costs = await callCosts.unsummed(BATCH);
    await Promise.all(bySum(costs).map(([sum, added]) => addToSum(this.#ports, sum, added)));
    if (costs.length === BATCH) return true;
    for (const sum of await costSums.pending(BATCH)) await addToSum(this.#ports, sum, []);
    return false;
  }
}

/** Costs by the sum they belong to, which is empty here. */
function bySum(costs: readonly CallCost[]): [CostSum, CallCost[]][] {
  const grouped = new Map<string, [CostSum, CallCost[]]>();
  for (const cost of costs) {
    const sum = emptySum(sumKeyOf(cost));
    const key = JSON.stringify(sum);
    const known = grouped.get(key);
    if (known) known[1].push(cost);
    else grouped.set(key, [sum, [cost]]);
  }
  return [...grouped.values()];
}

/** Adds costs to a sum, and finishes what another process left half done. */
function addToSum(ports: Ports, of: CostSum, costs: readonly CallCost[]): Promise<void> {
  const { callCosts, costSums, clock } = ports;
  return retryOnConflict(CONFLICT, async () => {
    // The sum is read before the costs: a cost that this reading does not list, and that is not marked later, is not in it.
    const stored = await costSums.find(of);
    const seen = stored ?? emptySum(of);
    const unmarked = await callCosts.stillUnsummed([...costs, ...seen.pending.map(idOf)]);
    const pending = new Set(seen.pending);
    const added = unmarked.filter((cost) => !pending.has(costId(cost)));
    let now = seen;
    if (added.length > 0) {
      const left = unmarked.map(costId).filter((id) => pending.has(id));
      now = withCosts(seen, added, left, clock.now());
      if (!(await (stored ? costSums.change(stored, now) : costSums.add(now)))) return 'again';
    }
    if (unmarked.length > 0) await callCosts.markSummed(unmarked, clock.now().toISOString());
    if (now.pending.length === 0) return;
    await followBudget(ports, now.org_id);
    // After a conflict the process that changed the sum has seen these ids, and removes those that are marked.
    await costSums.change(now, withoutPending(now));
  });
}

/** The cost that an id in a sum names. */
function idOf(id: string): Pick<CallCost, 'call_id' | 'part'> {
  const at = id.lastIndexOf(' ');
  return { call_id: id.slice(0, at), part: id.slice(at + 1) as CallCost['part'] };
}
