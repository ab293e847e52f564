import { canaryOf, type AgentCanary } from '../../domain/agents/agent-canary.ts';
import { isPublished, type PublishedAgent, type VersionedAgent } from '../../domain/agents/agent-version.ts';
import { agentCanary, type CanaryOutcome, type StoredCanary } from '../../domain/agents/canary.ts';
import { startedEvent } from '../../domain/audit/event.ts';
import type { AgentCanaryRepository } from '../ports/agent-canaries.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { AuditEventRepository } from '../ports/audit-events.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export interface CanaryPorts {
  readonly agents: Pick<AgentRepository, 'findVersioned' | 'update'>;
  readonly agentCanaries: AgentCanaryRepository;
  readonly auditEvents: Pick<AuditEventRepository, 'add' | 'recordOutcome'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** The canary as its agent has it. Null: the agent does not have it, or it is not in force. */
export function canaryInForce(agent: VersionedAgent, { canary_id }: StoredCanary): AgentCanary | null {
  const canary = isPublished(agent) ? canaryOf(agent) : null;
  return canary?.canary_id === canary_id ? canary : null;
}

/**
 * Gives the agent its canary: from then on calls run it. Repeated after a crash. A process that was stopped in between cannot do it
 * late: the agent has changed since. Answers the canary as it is then.
 */
export const activateCanary = (ports: CanaryPorts, canary: StoredCanary): Promise<StoredCanary> =>
  retryOnConflict('The agent kept changing. Try again.', async () => {
    const { agents, agentCanaries, clock } = ports;
    const { org_id, agent_id } = canary;
    const stored = await agentCanaries.find(org_id, agent_id);
    if (stored?.canary_id !== canary.canary_id || stored.state !== 'starting') return stored ?? canary;
    const agent = await agents.findVersioned(org_id, agent_id);
    if (!agent || !mayHave(agent, stored)) return endCanary(ports, stored, { outcome: 'superseded', ended_by: null });
    if (!canaryInForce(agent, stored) && !(await giveCanary(ports, agent, stored))) return 'again';
    const now = clock.now().toISOString();
    const started = { state: 'running', due_at: now, revision: stored.revision + 1 } as const;
    return (await agentCanaries.change(stored, started)) ?? 'again';
  });

/** Whether the agent has the canary, or publishes the version that it is to be compared with. */
const mayHave = (agent: VersionedAgent, canary: StoredCanary): agent is PublishedAgent =>
  isPublished(agent) && (agent.version === canary.base_version || canaryInForce(agent, canary) !== null);

/** Gives the agent the canary, unless it has changed since it was read. */
async function giveCanary(
  { agents, clock }: CanaryPorts,
  { org_id, agent_id, version, updated_at, canary: known }: PublishedAgent,
  canary: StoredCanary,
): Promise<boolean> {
  const seen = { version, updated_at, canary_id: known?.canary_id ?? null };
  const changes = { canary: agentCanary(canary), updated_at: clock.now().toISOString() };
  const changed = await agents.update(org_id, agent_id, changes, seen);
  return changed !== null && changed !== 'taken';
}

interface CanaryEnd {
  readonly outcome: CanaryOutcome;
  readonly ended_by: string | null;
}

/** Ends a canary that has not ended, and takes it from its agent. Of several endings the first counts. */
export const endCanary = (ports: CanaryPorts, canary: StoredCanary, ending: CanaryEnd): Promise<StoredCanary> =>
  retryOnConflict('The canary kept changing. Try again.', async () => {
    const { agentCanaries, clock } = ports;
    const stored = await agentCanaries.find(canary.org_id, canary.agent_id);
    if (stored?.canary_id !== canary.canary_id || stored.state === 'ended') return stored ?? canary;
    if (stored.state === 'ending') return finishCanary(ports, stored);
    const now = clock.now().toISOString();
    const ended = await agentCanaries.change(stored, {
      ...{ ...ending, state: 'ending', ended_at: now, due_at: now, revision: stored.revision + 1 },
    });
    return ended ? finishCanary(ports, ended) : 'again';
  });

/** Takes a canary that is ending from its agent. A roll back leaves an audit entry, an event and a mail to send. */
export async function finishCanary(ports: CanaryPorts, canary: StoredCanary): Promise<StoredCanary> {
  const { agents, agentCanaries, auditEvents, clock } = ports;
  const { org_id, agent_id, canary_id } = canary;
  const isRolledBack = canary.outcome === 'rolled_back';
  const audited = isRolledBack ? await auditRollback(ports, canary) : null;
  const now = clock.now().toISOString();
  const without = await agents.update(org_id, agent_id, { canary: null, updated_at: now }, { canary_id });
  // A process that was stopped while it gave the agent the canary must not do it late.
  if (without === null) await agents.update(org_id, agent_id, { updated_at: now }, { canary_id: null });
  if (audited !== null) await auditEvents.recordOutcome(audited, 'done');
  const ended = await agentCanaries.change(canary, {
    ...{ state: 'ended', is_mail_due: isRolledBack, due_at: isRolledBack ? now : null },
    revision: canary.revision + 1,
  });
  // Another process finished it at the same time.
  return ended ?? (await agentCanaries.find(org_id, agent_id)) ?? canary;
}

/** The audit entry of a roll back, which no one asked for. */
async function auditRollback(
  { auditEvents, ids, clock }: CanaryPorts,
  { org_id, agent_id, version, canary_id }: StoredCanary,
): Promise<string> {
  const action = { action: 'agent.roll_back_canary', target_id: `${agent_id} ${version}` } as const;
  const origin = { address: null, request_id: canary_id };
  const event = startedEvent(ids.next(), action, { email: null, org_id }, origin, clock.now());
  await auditEvents.add(event);
  return event.event_id;
}
