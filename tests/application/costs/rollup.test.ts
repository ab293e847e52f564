import { assert } from 'chai';
import fc from 'fast-check';
import { documentBudgets } from '../../../adapters/documents/budgets.ts';
import { documentCallCosts } from '../../../adapters/documents/call-costs.ts';
import { documentCostSums } from '../../../adapters/documents/cost-sums.ts';
import { sqliteEngine } from '../../../adapters/documents/drivers/sqlite.ts';
import { CostRollup } from '../../../application/costs/cost-rollup.ts';
import type { CallCost } from '../../../domain/costs/call-cost.ts';
import {
  addedTotals,
  emptySum,
  sumKeyOf,
  withCosts,
  type CostSum,
  type CostSumKey,
} from '../../../domain/costs/cost-sum.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const MONTH = '2026-03';

const costOf = (call: number, amount: number | null): CallCost => ({
  ...{ org_id: 'org', call_id: `call ${call}`, part: 'conversation', currency: 'USD', month: MONTH, summed_at: null },
  ...{ agent_id: `agent ${call % 2}`, campaign_id: call % 3 === 0 ? 'spring' : null },
  lines: [
    {
      ...{ kind: 'tts', provider: 'acme', model: `voice ${call % 4}`, metric: 'characters', quantity: call },
      ...(call % 5 === 0 && { estimated: true as const }),
      unit_price: null,
      amount,
    },
  ],
  recorded_at: `${MONTH}-01T00:00:00.000Z`,
});

/** What the sums must be: those of the costs added one by one. */
function expectedSums(costs: readonly CallCost[]): Map<string, CostSum> {
  const sums = new Map<string, CostSum>();
  for (const cost of costs) {
    const key = keyText(sumKeyOf(cost));
    const sum = withCosts(sums.get(key) ?? emptySum(sumKeyOf(cost)), [cost], [], new Date(0));
    sums.set(key, { ...sum, pending: [], pending_since: null, revision: 0 });
  }
  return new Map([...sums].map(([key, sum]) => [key, withSortedLines(sum)]));
}

async function openStores() {
  const engine = await sqliteEngine(':memory:');
  return {
    engine,
    callCosts: await documentCallCosts(engine),
    costSums: await documentCostSums(engine),
    budgets: await documentBudgets(engine),
  };
}
type Stores = Awaited<ReturnType<typeof openStores>>;

const KILLED = new Error('killed');

/** A process over the stores that is killed at the operation of this number: that one is done, and nothing after it. */
function processOver({ callCosts, costSums, budgets }: Stores, killedAt = Infinity) {
  let operations = 0;
  const mortal = <T extends object>(store: T): T =>
    Object.fromEntries(
      Object.entries(store).map(([name, act]: [string, (...args: never[]) => Promise<unknown>]) => [
        name,
        async (...args: never[]) => {
          operations += 1;
          if (operations > killedAt) throw KILLED;
          const answer = await act(...args);
          if (operations >= killedAt) throw KILLED;
          return answer;
        },
      ]),
    ) as T;
  const { log, lines } = rememberingLog();
  const ports = { callCosts: mortal(callCosts), costSums: mortal(costSums), budgets: mortal(budgets) };
  return { rollup: new CostRollup({ ...ports, clock: fakeClock(), log }), lines };
}

async function sumsIn({ costSums }: Stores): Promise<Map<string, CostSum>> {
  const sums = new Map<string, CostSum>();
  for await (const sum of costSums.list('org', { from: MONTH, to: MONTH })) {
    assert.isEmpty(sum.pending);
    assert.isNull(sum.pending_since);
    sums.set(keyText(sum), { ...withSortedLines(sum), revision: 0 });
  }
  return sums;
}

const keyText = ({ agent_id, campaign_id }: CostSumKey): string => `${agent_id} ${campaign_id}`;

const withSortedLines = (sum: CostSum): CostSum => ({
  ...sum,
  lines: sum.lines.toSorted((a, b) => ((a.model ?? '') < (b.model ?? '') ? -1 : 1)),
});

const amounts = fc.array(fc.option(fc.nat(2_000_000)), { minLength: 1, maxLength: 12 });

describe('sums of costs', () => {
  it('have each cost once after any kills, repetitions, erasures and processes at the same time', async () => {
    await fc.assert(
      fc.asyncProperty(
        amounts,
        fc.array(fc.record({ kill: fc.integer({ min: 1, max: 40 }), upTo: fc.nat(12) }), { maxLength: 6 }),
        fc.array(fc.nat(11), { maxLength: 4 }),
        async (drawn, lives, erased) => {
          const stores = await openStores();
          const costs = drawn.map((amount, call) => costOf(call, amount));
          for (const { kill, upTo } of lives) {
            for (const cost of costs.slice(0, upTo)) await stores.callCosts.add(cost);
            const [dying, other] = [processOver(stores, kill), processOver(stores)];
            await Promise.all([dying.rollup.tick(), kill % 2 === 0 && other.rollup.tick()]);
          }
          for (const cost of costs) await stores.callCosts.add(cost);
          const last = processOver(stores);
          for (const call of erased) {
            await last.rollup.sumUp('org', `call ${call}`);
            await stores.engine
              .open<CallCost>({ name: 'call_costs', indexes: [] })
              .then((all) => all.remove({ call_id: `call ${call}` }));
          }
          await last.rollup.tick();
          assert.isEmpty(last.lines);
          assert.deepEqual(await sumsIn(stores), expectedSums(costs));
          await stores.engine.close();
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are the same when two processes add the same costs at the same moment', async () => {
    const stores = await openStores();
    const costs = Array.from({ length: 300 }, (_, call) => costOf(call, call));
    for (const cost of costs) await stores.callCosts.add(cost);
    await Promise.all(Array.from({ length: 3 }, () => processOver(stores).rollup.tick()));
    assert.deepEqual(await sumsIn(stores), expectedSums(costs));
    assert.equal(
      await stores.costSums.spent('org', MONTH, 'USD'),
      addedTotals([...expectedSums(costs).values()]).amount,
    );
    await stores.engine.close();
  });

  it('add costs of versions without sums, in the month of their recording', async () => {
    const stores = await openStores();
    const { month: _month, summed_at: _mark, ...older } = costOf(1, 7);
    await stores.callCosts.add(older);
    await processOver(stores).rollup.tick();
    assert.equal(await stores.costSums.spent('org', MONTH, 'USD'), 7);
    await stores.engine.close();
  });

  it('have at most 500 lines: further models are one line for each provider and metric', () => {
    const costs = Array.from({ length: 600 }, (_, call) => {
      const cost = costOf(2, 1);
      return { ...cost, call_id: `${call}`, lines: cost.lines.map((line) => ({ ...line, model: `m${call}` })) };
    });
    const { lines, amount } = withCosts(emptySum(sumKeyOf(costs[0]!)), costs, [], new Date(0));
    assert.lengthOf(lines, 501);
    assert.deepInclude(lines.at(-1), { model: 'other', calls: 100, amount: 100 });
    assert.equal(amount, 600);
  });
});
