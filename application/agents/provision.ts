import { orphanedTelephony, agentUrls, applicationName, isOutdated } from '../../domain/agents/provisioning.ts';
import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Carrier, OrganisationCarriers } from '../ports/carrier.ts';
import type { Log } from '../ports/log.ts';
import type { Undo } from '../rollback.ts';

export interface ProvisioningPorts {
  readonly agents: AgentRepository;
  readonly organisationCarriers: OrganisationCarriers;
  /** Public base URL of the runtime for carriers; null when not configured. */
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly log: Log;
}

/** Returns the agent's application at this provider: a new one, or the present one with current URLs. */
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
    // A write that failed without an answer may have been stored; the stored agent must keep its application.
    const stored = await ports.agents.find(agent.org_id, agent.agent_id);
    if (stored?.telephony?.application_id !== applicationId)
      await tryRemoveApplication(carrier, applicationId, ports.log);
  });
  return { provider, application_id: applicationId, ...urls };
}

/** Removes the application at the provider that the agent has left. A failure is logged. */
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

/** Updates the application's URLs when the voice server's base URL has changed. */
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

/** Removes an unused application. It is harmless, so a failure is only logged. */
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
