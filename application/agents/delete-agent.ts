import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { AgentNumbers } from '../ports/phone-numbers.ts';
import type { AgentCanaryRepository } from '../ports/agent-canaries.ts';
import type { AgentDraftRepository } from '../ports/agent-drafts.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationCarriers } from '../ports/carrier.ts';

interface Ports {
  readonly agents: AgentRepository;
  readonly agentVersions: AgentVersionRepository;
  readonly agentDrafts: AgentDraftRepository;
  readonly agentCanaries: Pick<AgentCanaryRepository, 'remove'>;
  readonly agentNumbers: AgentNumbers;
  readonly organisationCarriers: OrganisationCarriers;
  readonly log: Log;
}

/**
 * Deletes an agent, its versions, its draft and its canary after releasing its phone number and its carrier application. After a
 * failure, deleting it again completes the work.
 */
export const deleteAgent =
  ({ agents, agentVersions, agentDrafts, agentCanaries, agentNumbers, organisationCarriers, log }: Ports) =>
  async (principal: Principal, agentId: string): Promise<void> => {
    const { org_id, email } = allow(principal, 'agents.delete');
    const removeHistory = async (): Promise<void> => {
      await agentVersions.removeAll(org_id, agentId);
      await agentDrafts.remove(org_id, agentId);
      await agentCanaries.remove(org_id, agentId);
    };
    const agent = await agents.find(org_id, agentId);
    if (!agent) {
      // An earlier attempt may have ended before it removed these.
      await removeHistory();
      throw missing('Agent');
    }
    const { telephony } = agent;
    await agentNumbers.release(org_id, agentId, email);
    if (telephony) {
      const carrier = await organisationCarriers.find(org_id, telephony.provider);
      if (carrier) await carrier.removeApplication(telephony.application_id);
      else log.warn('agents.application_left', { org_id, ...telephony });
    }
    if (!(await agents.remove(org_id, agentId, { telephony }))) {
      if (await agents.find(org_id, agentId))
        throw duplicate('The agent was modified by another request: reload it and try again');
      throw missing('Agent');
    }
    await removeHistory();
    // A number attached during the deletion is unbound as well.
    await agentNumbers.release(org_id, agentId, email);
  };
