import type { Agent } from '../../domain/agents/agent.ts';
import { agentEvents } from '../../domain/events/agent-events.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';

/** Agents whose changes record an event, whatever use case makes them. */
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
