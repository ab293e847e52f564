import type { Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { callAnalytics, weeks, type CallAnalytics, type KnownAgent } from '../../domain/calls/analytics.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { modelChoice } from '../model-choice.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

interface Ports extends MemberPorts {
  readonly calls: CallRepository;
  readonly agents: AgentRepository;
  readonly providers: ProviderRegistry;
  readonly clock: Clock;
}

/**
 * Aggregates the calls of an organisation of the principal, in the store. Anonymous calls without caller input are
 * counted separately: anyone can make any number of them.
 */
export const readAnalytics =
  ({ calls, agents, providers, clock, ...members }: Ports) =>
  async (principal: Principal, orgId: string): Promise<CallAnalytics> => {
    await requireMember(members, principal, 'calls.list', orgId);
    const { thisWeek, lastWeek } = weeks(clock.now());
    const [all, recent, before] = await Promise.all([
      calls.tally(orgId),
      calls.tally(orgId, thisWeek),
      calls.tally(orgId, lastWeek),
    ]);
    const known: KnownAgent[] = [];
    for await (const agent of agents.list(orgId)) known.push(knownAgent(agent, providers));
    return callAnalytics({ all, thisWeek: recent, lastWeek: before }, known);
  };

const knownAgent = ({ agent_id, name, config }: Agent, providers: ProviderRegistry): KnownAgent => {
  const { stt_config, tts_config, llm_config } = config.models;
  return {
    agent_id,
    name,
    models: {
      stt: modelChoice(providers, 'stt', stt_config),
      tts: modelChoice(providers, 'tts', tts_config),
      llm: modelChoice(providers, 'llm', llm_config),
    },
  };
};
