import { allow, isBot, permit, type Principal } from '../../domain/accounts/principal.ts';
import { ARCHIVED, notABrowserAgent, type Agent } from '../../domain/agents/agent.ts';
import { assignment } from '../../domain/agents/agent-canary.ts';
import { parseCallVariables } from '../../domain/agents/variables.ts';
import { reservedUntil } from '../../domain/calls/call-lease.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import { sharedKind } from '../../domain/calls/call-shares.ts';
import { trialOf } from '../../domain/calls/call-trial.ts';
import { invalid, missing } from '../../domain/errors.ts';
import type { AgentDraftRepository } from '../ports/agent-drafts.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Ids } from '../ports/ids.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { Tickets } from '../ports/tickets.ts';
import { anonymousClients, type ClientPorts } from './anonymous-clients.ts';
import { reserveSlot, type SlotPorts } from './reserve-slot.ts';
import { visitorLimits, type VisitorPorts } from './visitor-limits.ts';

export interface NewWebCall {
  readonly agent_id: string;
  readonly custom_variables?: unknown;
  /** Origin of the page that asked for the ticket. */
  readonly origin?: string;
  /** What identifies the visitor of the page. */
  readonly visitor?: string;
  /** Whether the call tries the draft of the agent. */
  readonly draft?: boolean;
  /** The stored version of the agent that the call tries. */
  readonly version?: number;
  /** Set by the runtime: the browser has no ticket. */
  readonly anonymous?: boolean;
  /** Set by the runtime: a digest of the network of a browser without a ticket. */
  readonly client?: string;
}

export type WebCallLimits = SlotPorts['limits'] & ClientPorts['limits'];

interface Ports extends SlotPorts, ClientPorts, VisitorPorts {
  readonly agents: AgentRepository;
  readonly agentDrafts: Pick<AgentDraftRepository, 'find'>;
  readonly agentVersions: Pick<AgentVersionRepository, 'find'>;
  readonly calls: CallRepository;
  readonly tickets: Tickets;
  readonly quotas: QuotaKeeper;
  readonly ids: Ids;
  readonly limits: WebCallLimits;
}

/**
 * Registers a web call of an active websocket agent within the organisation's concurrency limit and issues a ticket for
 * its media socket. An anonymous call uses a slot of the share for such calls, and counts for its client over all
 * organisations and runtimes. Calls of pages use a share as well, and are limited as the agent says.
 */
export const registerWebCall = (ports: Ports) => {
  const clients = anonymousClients(ports);
  const visitors = visitorLimits(ports);
  return async (principal: Principal, request: NewWebCall): Promise<{ call: CallLog; ticket: string }> => {
    const { agents, calls, tickets, ids, clock } = ports;
    const { org_id } = allow(principal, 'calls.web');
    const agent = await agents.find(org_id, request.agent_id);
    if (!agent) throw missing('Agent');
    if (agent.agent_category !== 'websocket') throw notABrowserAgent();
    if (agent.status !== 'active') throw invalid(ARCHIVED);
    const tried = await triedConfig(ports, principal, agent, request);
    const client = clientOf(principal, request);
    if (client !== null) await clients.admit(client);
    const visitor = await visitors.admit(principal, agent, { ...request, client });
    const now = clock.now();
    const id = ids.next();
    const call = webCall({
      call_id: id,
      org_id,
      agent_id: agent.agent_id,
      agent_name: agent.name,
      ...(tried === undefined ? assignment(agent, id) : { agent_version: null, agent_draft: tried }),
      custom_variables: parseCallVariables(request.custom_variables),
      isAnonymous: request.anonymous === true,
      isOfPage: principal.scopes !== undefined,
      now,
    });
    const { call_id, agent_id } = call;
    await ports.quotas.requireCall(org_id);
    const lease = { org_id, call_id, owner: null, until: reservedUntil('web', now), gives_way: true } as const;
    await reserveSlot(ports, lease, sharedKind(call));
    if (client !== null) await clients.place(client, lease);
    if (visitor !== null) await visitors.place(visitor, agent, lease);
    await calls.add(call);
    return { call, ticket: tickets.issue({ provider: 'browser', org_id, agent_id, call_id }) };
  };
};

/**
 * What the call tries, in place of what is published: the revision of the draft, or a stored version. Only who may change the agent may
 * try it: it can send requests that were not released.
 */
async function triedConfig(
  { agentDrafts, agentVersions }: Ports,
  principal: Principal,
  { org_id, agent_id }: Agent,
  { draft, version }: NewWebCall,
): Promise<string | undefined> {
  if (draft !== true && version === undefined) return undefined;
  permit(principal, 'agents.write');
  if (version !== undefined) {
    if (draft === true) throw invalid('Pass only one of draft and version');
    if (!(await agentVersions.find(org_id, agent_id, version))) throw missing('Version');
    return trialOf(version);
  }
  const found = await agentDrafts.find(org_id, agent_id);
  if (!found) throw missing('Draft');
  return found.revision;
}

/** The client of an anonymous call, or null. Only the runtime sees clients: others cannot use up their limits. */
const clientOf = (principal: Principal, { anonymous, client }: NewWebCall): string | null =>
  anonymous === true && isBot(principal) ? (client ?? null) : null;
