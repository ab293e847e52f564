import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { learnWaits, type ProposedWaits } from '../../domain/agents/learned-waits.ts';
import type { CallerPause } from '../../domain/calls/call-metrics.ts';
import { missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallMetricsRepository, CallRepository } from '../ports/calls.ts';

interface Ports {
  readonly agents: AgentRepository;
  readonly calls: CallRepository;
  readonly metrics: CallMetricsRepository;
}

/** Newest calls of the organisation that are searched for those of the agent, and calls that are learned from. */
const SEARCHED_MAX = 2_000;
const LEARNED_MAX = 300;
const PAGE = 200;

/** Learns waits for the end of the caller's turn from the pauses in an agent's latest calls. Changes nothing. */
export const proposeWaits =
  ({ agents, calls, metrics }: Ports) =>
  async (principal: Principal, agentId: string): Promise<ProposedWaits> => {
    const { org_id } = allow(principal, 'calls.list');
    const agent = await agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    const pauses: (readonly CallerPause[])[] = [];
    for (let offset = 0; offset < SEARCHED_MAX && pauses.length < LEARNED_MAX; offset += PAGE) {
      const page = await calls.list(org_id, { limit: PAGE, offset });
      for (const { call_id } of page.filter(({ agent_id }) => agent_id === agentId)) {
        const found = (await metrics.find(org_id, call_id))?.pauses ?? [];
        if (found.length > 0 && pauses.length < LEARNED_MAX) pauses.push(found);
      }
      if (page.length < PAGE) break;
    }
    return learnWaits(pauses, agent.config.endpointing);
  };
