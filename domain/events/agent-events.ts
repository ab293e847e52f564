import type { Agent } from '../agents/agent.ts';
import type { EventDraft } from './recorded-event.ts';

/** The fields of an agent whose changes are reported. */
const REPORTED = ['name', 'status', 'agent_category', 'linked_phone_number', 'telephony', 'config'] as const;

/** The event that a change of an agent causes, unless it leaves every field as it was. */
export function agentEvents(before: Agent, after: Agent): EventDraft[] {
  const changed = REPORTED.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  if (changed.length === 0) return [];
  const { agent_id } = after;
  const data = { agent_id, changed_fields: changed, agent: agentView(after) };
  return [{ type: 'agent.updated', subject: agent_id, call_id: null, data }];
}

/** The agent without its configuration, which can be large, and without what its carrier stores. */
const agentView = ({ agent_id, org_id, name, status, agent_category, created_by, ...agent }: Agent) => ({
  ...{ agent_id, org_id, name, status, agent_category, created_by },
  linked_phone_number: agent.linked_phone_number,
  created_at: agent.created_at,
  updated_at: agent.updated_at,
  ...(agent.calls_changed_at !== undefined && { calls_changed_at: agent.calls_changed_at }),
  ...(agent.version !== undefined && { version: agent.version }),
});
