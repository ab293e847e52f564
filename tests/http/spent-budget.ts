import { assert } from 'chai';
import { withSpent } from '../../domain/costs/budget.ts';
import type { AgentFixture } from '../support/agent-fixture.ts';
import type { World } from '../support/world.ts';

/** Puts the hard stop of the organisation's budget in force. */
export async function spendBudget({ ports }: World, { org_id, ask }: AgentFixture): Promise<void> {
  const { budgets, clock } = ports;
  const body = { amount: '0.05', warn_at_percent: [], hard_stop: true };
  assert.equal((await ask('PUT', `/organisations/${org_id}/budget`, { body })).status, 200);
  const budget = await budgets.find(org_id);
  const step = budget && withSpent(budget, 1_000_000_000, clock.now());
  assert.isTrue(budget !== null && step !== null && (await budgets.change(budget, step.changes)));
}
