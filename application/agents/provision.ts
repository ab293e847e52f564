import { orphanedTelephony, agentUrls, applicationName, isOutdated } from '../../domain/agents/provisioning.ts';
import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Carrier, OrganisationCarriers } from '../ports/carrier.ts';
import type { Log } from '../ports/log.ts';
import type { Undo } from '../rollback.ts';

export interface ProvisioningPorts {
  readonly agents: AgentRepository;
  readonly organisationCarriers: OrganisationCarriers;
  /** Where carriers reach the runtime; null while nobody said. */
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly log: Log;
}

/** What the agent has at this provider from now on: a new application, or the one it has, with the URLs of today. */
export async function provision(
  ports: ProvisioningPorts,
  agent: Agent,
  provider: string | null,
  undo: Undo,
): Promise<AgentTelephony | null> {
  if (provider === null) return null;
  if (agent.telephony?.provider === provider) return withCurrentUrls(ports, agent, agent.telephony);
  const carrier = await ports.organisationCarriers.of(agent.org_id, provider);
  const urls = agentUrls(ports.voiceServer.baseUrl, agent);
  const applicationId = await carrier.addApplication(application(agent, urls));
  undo(async () => {
    // A write that failed without a word may have gone through, and an agent must not lose what it counts on.
    const stored = await ports.agents.find(agent.org_id, agent.agent_id);
    if (stored?.telephony?.application_id !== applicationId)
      await tryRemoveApplication(carrier, applicationId, ports.log);
  });
  return { provider, application_id: applicationId, ...urls };
}

/** Removes the application at a provider that the agent has left for this one. What cannot be removed is logged and left. */
export async function removeOrphanedApplication(
  ports: ProvisioningPorts,
  agent: Agent,
  provider: string | null,
): Promise<void> {
  const orphaned = orphanedTelephony(agent, provider);
  if (!orphaned) return;
  const { org_id } = agent;
  const carrier = await ports.organisationCarriers.find(org_id, orphaned.provider);
  if (carrier) await tryRemoveApplication(carrier, orphaned.application_id, ports.log);
  else ports.log.warn('agents.application_left', { org_id, ...orphaned });
}

/** Brings the URLs that the carrier asks up to date when the voice server has moved. */
async function withCurrentUrls(
  { organisationCarriers, voiceServer }: ProvisioningPorts,
  agent: Agent,
  telephony: AgentTelephony,
): Promise<AgentTelephony> {
  if (voiceServer.baseUrl === null) return telephony;
  const urls = agentUrls(voiceServer.baseUrl, agent);
  if (!isOutdated(telephony, urls)) return telephony;
  const carrier = await organisationCarriers.of(agent.org_id, telephony.provider);
  await carrier.changeApplication(telephony.application_id, application(agent, urls));
  return { ...telephony, ...urls };
}

/** An application that nobody uses any more. It does no harm, so a carrier that will not let go of it hinders nothing. */
async function tryRemoveApplication(carrier: Carrier, applicationId: string, log: Log): Promise<void> {
  await carrier.removeApplication(applicationId).catch((error: unknown) =>
    log.warn('agents.application_left', {
      provider: carrier.provider,
      application_id: applicationId,
      reason: String(error),
    }),
  );
}

const application = (agent: Agent, { answer_url, hangup_url }: ReturnType<typeof agentUrls>) => ({
  name: applicationName(agent),
  answerUrl: answer_url,
  hangupUrl: hangup_url,
});
