import { assert } from 'chai';
import type { BudgetRepository, CallCostRepository, CostSumRepository } from '../../application/ports/costs.ts';
import type { Budget } from '../../domain/costs/budget.ts';
import type { CallCost } from '../../domain/costs/call-cost.ts';
import { emptySum, withoutPending, sumKeyOf, withCosts, type CostSum } from '../../domain/costs/cost-sum.ts';
import type { Contract } from '../support/contract.ts';

const cost = (call_id: string, more: Partial<CallCost> = {}): CallCost => ({
  ...{ org_id: 'org', call_id, part: 'conversation', agent_id: 'agent', campaign_id: null, currency: 'USD' },
  lines: [
    {
      ...{ kind: 'llm', provider: 'acme', model: 'small', metric: 'input_tokens', quantity: 7, estimated: true },
      unit_price: { price: '0.1', unit: 'million_input_tokens', source: 'a page', date: '2026-01-01' },
      amount: 1,
    },
    { kind: 'tts', provider: 'acme', model: null, metric: 'characters', quantity: 9, unit_price: null, amount: null },
  ],
  recorded_at: '2026-01-01T00:00:00.000Z',
  ...{ month: '2026-01', summed_at: null },
  ...more,
});

export const callCostsContract: Contract<CallCostRepository> = {
  'finds the cost of a call exactly as it was added': async (costs) => {
    assert.isTrue(await costs.add(cost('a')));
    assert.isTrue(await costs.add(cost('b', { lines: [] })));
    assert.deepEqual(await costs.list('org', 'a'), [cost('a')]);
    assert.deepEqual(await costs.list('org', 'c'), []);
  },

  'knows nothing of the cost of another organisation': async (costs) => {
    await costs.add(cost('a'));
    assert.deepEqual(await costs.list('other', 'a'), []);
  },

  'keeps the first cost of a part, also under a race': async (costs) => {
    const raced = Array.from({ length: 20 }, () => costs.add(cost('a')));
    assert.deepEqual((await Promise.all(raced)).filter(Boolean), [true]);
    assert.isFalse(await costs.add(cost('a', { lines: [] })));
    assert.deepEqual(await costs.list('org', 'a'), [cost('a')]);
  },

  'lists costs until they are marked, those of older versions too, the first ones first': async (costs) => {
    const { month: _month, summed_at: _mark, ...older } = cost('a');
    await costs.add(older);
    for (const id of ['b', 'c', 'd']) await costs.add(cost(id));
    await costs.markSummed([cost('b'), cost('gone')], '2026-01-02T00:00:00.000Z');
    assert.deepEqual(
      (await costs.unsummed(2)).map(({ call_id }) => call_id),
      ['a', 'c'],
    );
    const still = await costs.stillUnsummed([cost('a'), cost('b'), cost('d'), cost('gone')]);
    assert.deepEqual(still.map(({ call_id }) => call_id).toSorted(), ['a', 'd']);
    assert.deepEqual(await costs.list('org', 'b'), [cost('b', { summed_at: '2026-01-02T00:00:00.000Z' })]);
  },
};

const NOW = new Date('2026-01-03T00:00:00.000Z');
const sumOf = (calls: readonly string[], more: Partial<CallCost> = {}): CostSum => {
  const costs = calls.map((id) => cost(id, more));
  return withCosts(emptySum(sumKeyOf(costs[0] ?? cost('none', more))), costs, [], NOW);
};
const listed = async (sums: CostSumRepository, ...query: Parameters<CostSumRepository['list']>) => {
  const found: CostSum[] = [];
  for await (const sum of sums.list(...query)) found.push(sum);
  return found;
};

export const costSumsContract: Contract<CostSumRepository> = {
  'finds a sum by its whole key, exactly as it was added': async (sums) => {
    const sum = sumOf(['a', 'b']);
    assert.isTrue(await sums.add(sum));
    assert.isTrue(await sums.add(sumOf(['c'], { campaign_id: 'spring' })));
    assert.deepEqual(await sums.find(sum), sum);
    for (const other of [{ org_id: 'other' }, { month: '2026-02' }, { campaign_id: 'x' }, { currency: 'EUR' }])
      assert.isNull(await sums.find({ ...sum, ...other }));
  },

  'keeps one sum for a key, also under a race': async (sums) => {
    const raced = await Promise.all(Array.from({ length: 10 }, (_, at) => sums.add(sumOf([`c${at}`]))));
    assert.lengthOf(raced.filter(Boolean), 1);
  },

  'changes a sum once for each revision, also under a race, and no other sum': async (sums) => {
    const [seen, other] = [sumOf(['a']), sumOf(['b'], { agent_id: 'other' })];
    await sums.add(other);
    await sums.add(seen);
    const next = (at: number): CostSum => withCosts(seen, [cost(`c${at}`)], [], NOW);
    const raced = await Promise.all(Array.from({ length: 10 }, (_, at) => sums.change(seen, next(at))));
    assert.lengthOf(raced.filter(Boolean), 1);
    assert.deepEqual(await sums.find(seen), next(raced.indexOf(true)));
    assert.deepEqual(await sums.find(other), other);
  },

  'lists pending sums, those that waited longest first': async (sums) => {
    for (const [id, day] of [
      ['a', 3],
      ['b', 1],
      ['c', 2],
    ] as const)
      await sums.add({ ...sumOf([id], { agent_id: id }), pending_since: `2026-01-0${day}T00:00:00.000Z` });
    const one = (await sums.pending(1))[0]!;
    assert.equal(one.agent_id, 'b');
    await sums.change(one, withoutPending(one));
    assert.deepEqual(
      (await sums.pending(10)).map(({ agent_id }) => agent_id),
      ['c', 'a'],
    );
  },

  'lists and adds up the sums of an organisation by month': async (sums) => {
    for (const [at, month] of ['2025-12', '2026-01', '2026-01', '2026-02', '2026-03'].entries())
      await sums.add(sumOf(['a', 'b'], { month, agent_id: `agent ${at}`, campaign_id: at === 2 ? 'spring' : null }));
    await sums.add(sumOf(['a'], { currency: 'EUR' }));
    await sums.add(sumOf(['a'], { org_id: 'other' }));
    const months = { from: '2026-01', to: '2026-02' };
    const agentsOf = async (...query: Parameters<CostSumRepository['list']>) =>
      (await listed(sums, ...query)).map(({ agent_id }) => agent_id).toSorted();
    assert.deepEqual(await agentsOf('org', months), ['agent', 'agent 1', 'agent 2', 'agent 3']);
    assert.deepEqual(await agentsOf('org', months, { campaign_id: 'spring' }), ['agent 2']);
    assert.deepEqual(await agentsOf('org', months, { agent_id: 'agent 3' }), ['agent 3']);
    assert.equal(await sums.spent('org', '2026-01', 'USD'), 4);
    assert.equal(await sums.spent('org', '2026-01', 'EUR'), 1);
    assert.equal(await sums.spent('org', '2027-01', 'USD'), 0);
  },
};

const budget = (org_id: string, more: Partial<Budget> = {}): Budget => ({
  ...{ org_id, amount: 5_000_000, currency: 'USD', warn_at_percent: [80], hard_stop: true },
  ...{ updated_by: 'ada@example.com', updated_at: '2026-01-01T00:00:00.000Z', month: '2026-01' },
  ...{ reached: [], is_spent: false, mail_due_at: null, revision: 1 },
  ...more,
});

export const budgetsContract: Contract<BudgetRepository> = {
  'keeps one budget for an organisation, also under a race': async (budgets) => {
    assert.isNull(await budgets.find('one'));
    await budgets.add(budget('two'));
    const raced = await Promise.all(Array.from({ length: 10 }, (_, at) => budgets.add(budget('one', { amount: at }))));
    assert.lengthOf(raced.filter(Boolean), 1);
    assert.deepEqual(await budgets.find('one'), budget('one', { amount: raced.indexOf(true) }));
    await budgets.remove('one');
    assert.isNull(await budgets.find('one'));
    assert.deepEqual(await budgets.find('two'), budget('two'));
  },

  'changes a budget once for each revision, also under a race': async (budgets) => {
    await budgets.add(budget('two'));
    await budgets.add(budget('one'));
    const raced = await Promise.all(
      Array.from({ length: 10 }, (_, at) => budgets.change(budget('one'), { amount: at, revision: 2 })),
    );
    assert.lengthOf(raced.filter(Boolean), 1);
    assert.deepEqual(await budgets.find('one'), budget('one', { amount: raced.indexOf(true), revision: 2 }));
    assert.deepEqual(await budgets.find('two'), budget('two'));
  },

  'shows no events that wait in a budget': async (budgets) => {
    await budgets.add(budget('one', { mail_due_at: '2026-01-01T00:00:00.000Z' }));
    const event = { event_id: 'e', org_id: 'one', type: 'budget.threshold_reached', subject: 'one' } as const;
    const recorded = { ...event, call_id: null, timestamp: '2026-01-01T00:00:00.000Z', body: '{}' };
    const seen = (await budgets.find('one'))!;
    assert.isTrue(await budgets.change(seen, { revision: 2 }, [recorded]));
    const changed = { ...seen, revision: 2 };
    assert.deepEqual(await budgets.find('one'), changed);
    assert.deepEqual(await budgets.mailDue('2026-01-02T00:00:00.000Z', 9), [changed]);
    assert.isFalse(await budgets.change(seen, { revision: 3 }, [recorded]));
  },

  'lists budgets with mails that are due, those that waited longest first': async (budgets) => {
    for (const day of [3, 1, 2, 4])
      await budgets.add(budget(`day ${day}`, { mail_due_at: `2026-01-0${day}T00:00:00.000Z` }));
    await budgets.add(budget('none'));
    const due = async (limit: number) =>
      (await budgets.mailDue('2026-01-04T00:00:00.000Z', limit)).map(({ org_id }) => org_id);
    assert.deepEqual(await due(10), ['day 1', 'day 2', 'day 3']);
    assert.deepEqual(await due(1), ['day 1']);
  },
};
