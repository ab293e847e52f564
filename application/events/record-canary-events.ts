import type { StoredCanary } from '../../domain/agents/canary.ts';
import { canaryEvents } from '../../domain/events/canary-events.ts';
import type { AgentCanaryRepository, SeenCanary } from '../ports/agent-canaries.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';

/** Canaries whose roll back records an event. */
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
