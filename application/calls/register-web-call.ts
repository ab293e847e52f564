import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { callCeiling } from '../../domain/accounts/organisation.ts';
import { parseVariables } from '../../domain/agents/variables.ts';
import { liveSince, webCall, type CallLog } from '../../domain/calls/call-log.ts';
import { invalid, limited, missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';

export interface NewWebCall {
  readonly agent_id: string;
  readonly custom_variables?: unknown;
}

interface Ports {
  readonly agents: AgentRepository;
  readonly organisations: OrganisationRepository;
  readonly calls: CallRepository;
  readonly ids: Ids;
  readonly clock: Clock;
  /** The platform's own limits, for organisations that have none of their own. */
  readonly limits: { readonly concurrentCallsPerOrganisation: number };
}

/** Registers a call that a browser is about to make to an active websocket agent, within the organisation's ceiling. */
export const registerWebCall =
  ({ agents, organisations, calls, ids, clock, limits }: Ports) =>
  async (caller: Caller, request: NewWebCall): Promise<CallLog> => {
    const { org_id } = allow(caller, 'calls.write');
    const [agent, organisation] = await Promise.all([
      agents.find(org_id, request.agent_id),
      organisations.find(org_id),
    ]);
    if (!organisation) throw missing('Organisation');
    if (!agent) throw missing('Agent');
    if (agent.agent_category !== 'websocket') throw invalid('The agent must be of category websocket');
    if (agent.status !== 'active') throw invalid('The agent must be active');
    const now = clock.now();
    const live = await calls.countLive(org_id, liveSince(now));
    if (live >= callCeiling(organisation, limits.concurrentCallsPerOrganisation))
      throw limited('Organisation concurrent call limit reached');
    const call = webCall({
      call_id: ids.next(),
      org_id,
      agent_id: agent.agent_id,
      agent_name: agent.name,
      custom_variables: parseVariables(request.custom_variables),
      now,
    });
    await calls.add(call);
    return call;
  };
