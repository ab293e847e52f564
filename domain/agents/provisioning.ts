import { misconfigured } from '../errors.ts';
import { telephonyProviderOf, type Agent, type AgentCategory, type AgentTelephony } from './agent.ts';
import { withoutClosingSlashes } from '../plain-text.ts';

type AgentRef = Pick<Agent, 'agent_id' | 'org_id'>;

/** Webhook URLs of an agent for its carrier. Throws `misconfigured` without a base URL. */
export function agentUrls(
  voiceServerUrl: string | null,
  { agent_id, org_id }: AgentRef,
): Required<Pick<AgentTelephony, 'answer_url' | 'hangup_url'>> {
  if (voiceServerUrl === null) throw misconfigured('VOICE_SERVER_BASE_URL is not set');
  const base = withoutClosingSlashes(voiceServerUrl);
  const query = `agent_id=${encodeURIComponent(agent_id)}&org_id=${encodeURIComponent(org_id)}`;
  return { answer_url: `${base}/answer?${query}`, hangup_url: `${base}/hangup?${query}` };
}

/**
 * Name of the agent's application at the carrier: unique, in characters every carrier accepts, independent of the
 * agent's name.
 */
export const applicationName = ({ agent_id }: Pick<Agent, 'agent_id'>): string => `voice-agent-${agent_id}`;

/** Telephony provider after an update. A provider that is not in the update stays. */
export function providerAfter(
  agent: Pick<Agent, 'agent_category' | 'telephony'>,
  change: { readonly agent_category?: AgentCategory; readonly telephony_provider?: string | null },
): string | null {
  const category = change.agent_category ?? agent.agent_category;
  const kept = category === 'telephony' ? (agent.telephony?.provider ?? null) : null;
  return telephonyProviderOf(category, change.telephony_provider ?? kept);
}

/** The telephony application to remove when the agent changes to this provider, or to none. */
export const orphanedTelephony = (agent: Pick<Agent, 'telephony'>, provider: string | null): AgentTelephony | null =>
  agent.telephony?.provider === provider ? null : agent.telephony;

/** Whether the carrier has outdated URLs because the voice server moved. */
export const isOutdated = (
  telephony: AgentTelephony,
  urls: Pick<AgentTelephony, 'answer_url' | 'hangup_url'>,
): boolean => telephony.answer_url !== urls.answer_url || telephony.hangup_url !== urls.hangup_url;
