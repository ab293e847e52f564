import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { missing } from '../../domain/errors.ts';
import { isBound } from '../../domain/telephony/phone-number.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { NumberFormat } from '../ports/number-format.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';

interface ByNumberPorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly numberFormat: NumberFormat;
}

/** Streams the agents of the active organisation, newest first. */
export const listAgents =
  ({ agents }: { agents: AgentRepository }) =>
  (principal: Principal): AsyncIterable<Agent> =>
    agents.list(allow(principal, 'agents.list').org_id);

/** Finds one agent of the active organisation. */
export const findAgent =
  ({ agents }: { agents: AgentRepository }) =>
  async (principal: Principal, agentId: string): Promise<Agent> => {
    const agent = await agents.find(allow(principal, 'agents.read').org_id, agentId);
    if (!agent) throw missing('Agent');
    return agent;
  };

/** Finds the agent that answers a phone number, in any organisation. For the platform's own services. */
export const findAgentByNumber =
  ({ agents, phoneNumbers, numberFormat }: ByNumberPorts) =>
  async (text: string): Promise<Agent> => {
    // Carriers also send numbers without a plus. A wrong guess finds nothing.
    const number = numberFormat.e164(text) ?? numberFormat.e164(`+${text.trim()}`);
    const stored = number === null ? null : await phoneNumbers.find(number);
    const agent = stored && isBound(stored) ? await agents.find(stored.org_id, stored.agent_id) : null;
    if (!agent) throw missing('Agent');
    return agent;
  };
