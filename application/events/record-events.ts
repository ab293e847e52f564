import type { Agent } from '../../domain/agents/agent.ts';
import type { StoredCanary } from '../../domain/agents/canary.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { agentEvents } from '../../domain/events/agent-events.ts';
import { budgetEvents } from '../../domain/events/budget-events.ts';
import { callEvents } from '../../domain/events/call-events.ts';
import { campaignEvents, contactEvents } from '../../domain/events/campaign-events.ts';
import { canaryEvents } from '../../domain/events/canary-events.ts';
import type { AgentCanaryRepository, SeenCanary } from '../ports/agent-canaries.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallRepository, CallSnapshot } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository } from '../ports/costs.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';
import type { QueuedRunRepository, RunChange } from '../ports/queued-runs.ts';

// Repositories whose changes record events in the same write, whatever use case makes them. What no endpoint selects
// costs one read.

/** Agents whose changes record an event. */
export const recordAgentEvents = (agents: AgentRepository, recorder: EventRecorder): AgentRepository => ({
  ...agents,
  async update(orgId, agentId, changes, seen) {
    const selected = await recorder.selected(orgId, [{ type: 'agent.updated' }]);
    if (selected.length === 0) return agents.update(orgId, agentId, changes, seen);
    const updated = await agents.update(orgId, agentId, changes, seen, (before) =>
      recorder.recorded(orgId, agentEvents(before, { ...before, ...changes } as Agent)),
    );
    if (updated !== null && updated !== 'taken') recorder.wake();
    return updated;
  },
});

/** Canaries whose rollback records an event. */
export const recordCanaryEvents = (
  canaries: AgentCanaryRepository,
  recorder: EventRecorder,
): AgentCanaryRepository => ({
  ...canaries,
  async change(seen, changes) {
    const { org_id } = seen;
    const before = changes.state === 'ended' ? await asSeen(canaries, seen) : null;
    const drafts = before ? canaryEvents(before, { ...before, ...changes }) : [];
    const selected = await recorder.selected(org_id, drafts);
    const changed = await canaries.change(seen, changes, recorder.recorded(org_id, selected));
    if (changed && selected.length > 0) recorder.wake();
    return changed;
  },
});

/** The canary, unless it has changed since it was read. */
async function asSeen(canaries: AgentCanaryRepository, seen: SeenCanary): Promise<StoredCanary | null> {
  const { org_id, agent_id, canary_id, revision } = seen;
  const found = await canaries.find(org_id, agent_id);
  return found?.canary_id === canary_id && found.revision === revision ? found : null;
}

/** Call logs whose changes record their events. `base` is where the API is mounted. */
export const recordCallEvents = (calls: CallRepository, recorder: EventRecorder, base: string): CallRepository => ({
  ...calls,
  async update(orgId, callId, seen, changes) {
    const drafts = isWhole(seen) ? callEvents(seen, { ...seen, ...changes }, base) : [];
    const types = new Set((await recorder.selected(orgId, drafts)).map(({ type }) => type));
    if (types.size === 0) return calls.update(orgId, callId, seen, changes);
    const updated = await calls.update(orgId, callId, seen, changes, (before, after) =>
      recorder.recorded(
        orgId,
        callEvents(before, after, base).filter(({ type }) => types.has(type)),
      ),
    );
    if (updated !== null && updated !== 'taken') recorder.wake();
    return updated;
  },
});

const isWhole = (seen: CallSnapshot): seen is CallLog => 'call_id' in seen;

/** Campaigns whose changes of state record an event. */
export const recordCampaignEvents = (campaigns: CampaignRepository, recorder: EventRecorder): CampaignRepository => ({
  ...campaigns,
  async change(seen, change) {
    const { campaign } = seen;
    const drafts = campaignEvents(campaign, { ...campaign, ...change.campaign });
    const selected = await recorder.selected(campaign.org_id, drafts);
    if (selected.length === 0) return campaigns.change(seen, change);
    const changed = await campaigns.change(seen, change, recorder.recorded(campaign.org_id, selected));
    if (changed) recorder.wake();
    return changed;
  },
});

/** Queued runs whose contacts record an event when they become final: runs end by `changeAll` only. */
export const recordContactEvents = (runs: QueuedRunRepository, recorder: EventRecorder): QueuedRunRepository => ({
  ...runs,
  async changeAll(all) {
    const drafts = all.map(({ seen, changes }) => contactEvents(seen, { ...seen, ...changes }));
    const orgIds = [...new Set(all.flatMap(({ seen }, at) => (drafts[at]?.length ? [seen.org_id] : [])))];
    const selecting = new Set<string>();
    for (const orgId of orgIds)
      if ((await recorder.selected(orgId, [{ type: 'campaign.contact_finished' }])).length > 0) selecting.add(orgId);
    if (selecting.size === 0) return runs.changeAll(all);
    const changed = await runs.changeAll(
      all.map((change, at): RunChange => {
        const { org_id } = change.seen;
        return selecting.has(org_id) ? { ...change, events: recorder.recorded(org_id, drafts[at] ?? []) } : change;
      }),
    );
    recorder.wake();
    return changed;
  },
});

/** Budgets whose thresholds record an event when they are reached. */
export const recordBudgetEvents = (
  budgets: BudgetRepository,
  recorder: EventRecorder,
  clock: Clock,
): BudgetRepository => ({
  ...budgets,
  async change(seen, changes) {
    const drafts = budgetEvents(seen, { ...seen, ...changes }, clock.now());
    const selected = await recorder.selected(seen.org_id, drafts);
    const isChanged = await budgets.change(seen, changes, recorder.recorded(seen.org_id, selected));
    if (isChanged && selected.length > 0) recorder.wake();
    return isChanged;
  },
});
