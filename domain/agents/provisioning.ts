import { misconfigured } from '../errors.ts';
import { telephonyProviderOf, type Agent, type AgentCategory, type AgentTelephony } from './agent.ts';
import { withoutClosingSlashes } from '../plain-text.ts';

type AgentRef = Pick<Agent, 'agent_id' | 'org_id'>;

/** The URLs that an agent's carrier asks. Without a base no carrier could: `misconfigured`. */
export function agentUrls(
  voiceServerUrl: string | null,
  { agent_id, org_id }: AgentRef,
): Required<Pick<AgentTelephony, 'answer_url' | 'hangup_url'>> {
  if (voiceServerUrl === null) throw misconfigured('VOICE_SERVER_BASE_URL is not set');
  const base = withoutClosingSlashes(voiceServerUrl);
  const query = `agent_id=${encodeURIComponent(agent_id)}&org_id=${encodeURIComponent(org_id)}`;
  return { answer_url: `${base}/answer?${query}`, hangup_url: `${base}/hangup?${query}` };
}

/** An application's name at the carrier: unique there, in letters that every carrier takes, and deaf to renaming. */
export const applicationName = ({ agent_id }: Pick<Agent, 'agent_id'>): string => `voice-agent-${agent_id}`;

/** The telephony provider an agent has after a change: what is not named stays as it is. */
export function providerAfter(
  agent: Pick<Agent, 'agent_category' | 'telephony'>,
  change: { readonly agent_category?: AgentCategory; readonly telephony_provider?: string | null },
): string | null {
  const category = change.agent_category ?? agent.agent_category;
  const kept = category === 'telephony' ? (agent.telephony?.provider ?? null) : null;
  return telephonyProviderOf(category, change.telephony_provider ?? kept);
}

/** What the agent holds at a carrier that it leaves when it comes to have this provider, or none. */
export const orphanedTelephony = (agent: Pick<Agent, 'telephony'>, provider: string | null): AgentTelephony | null =>
  agent.telephony?.provider === provider ? null : agent.telephony;

/** Whether the carrier was given other URLs than these, because the voice server has moved. */
export const isOutdated = (
  telephony: AgentTelephony,
  urls: Pick<AgentTelephony, 'answer_url' | 'hangup_url'>,
): boolean => telephony.answer_url !== urls.answer_url || telephony.hangup_url !== urls.hangup_url;
