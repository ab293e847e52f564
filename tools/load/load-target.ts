import { isLoopback } from '../../adapters/lib/public-address.ts';
import { CARRIERS, webhooksOf, type AgentWebhooks, type StoredTelephony } from '../lib/agent-webhooks.ts';
import type { InstallationApi } from '../lib/installation-api.ts';
import type { LoadOptions, Way } from './options.ts';

/** The agent that is called, and where. */
export interface LoadTarget {
  readonly through: Way;
  /** With http or https. */
  readonly runtimeUrl: string;
  readonly orgId: string;
  readonly agentId: string;
  /** What its carrier calls. Null for an agent in browsers. */
  readonly webhooks: AgentWebhooks | null;
  /** Where the metrics of its processes are. */
  readonly metrics: readonly string[];
  /** The load generator runs on the same machine. */
  readonly isLocal: boolean;
}

interface StoredAgent {
  readonly agent_id: string;
  readonly org_id: string;
  readonly agent_category: 'websocket' | 'telephony';
  readonly telephony: StoredTelephony;
  readonly status: string;
}

/** Finds the agent. Throws before anything is loaded: it may not be, or cannot. */
export async function loadTargetOf(
  options: Pick<LoadOptions, 'agent' | 'through' | 'metrics' | 'hosts'>,
  api: InstallationApi,
): Promise<LoadTarget> {
  requireAllowed([api.base, ...options.metrics], options.hosts);
  const runtimeUrl = await api.runtimeUrl();
  requireAllowed([runtimeUrl], options.hosts);
  const agent = await api.json<StoredAgent>(`/agents/${encodeURIComponent(options.agent)}`);
  const through = wayTo(agent, options.through);
  const { metrics } = options;
  const webhooks = webhooksOf(agent.telephony);
  if (webhooks) requireAllowed([webhooks.answerUrl, webhooks.hangupUrl ?? webhooks.answerUrl], options.hosts);
  return {
    through,
    webhooks,
    runtimeUrl,
    orgId: agent.org_id,
    agentId: agent.agent_id,
    metrics: metrics.length > 0 ? metrics : [...new Set([runtimeUrl, api.base])].map((base) => `${base}/metrics`),
    isLocal: isLoopback(new URL(runtimeUrl).hostname),
  };
}

/** Loading a machine of others is an attack: each host other than this machine has to be named. */
function requireAllowed(addresses: readonly string[], allowed: readonly string[]): void {
  for (const address of addresses) {
    if (!URL.canParse(address)) throw new Error(`${address} is not an address such as http://127.0.0.1:8000`);
    const { hostname } = new URL(address);
    if (!isLoopback(hostname) && !allowed.includes(hostname))
      throw new Error(
        `${hostname} is not this machine. If it is yours to load, pass --yes-load-this-host ${hostname}: its calls cost money and may disturb others`,
      );
  }
}

function wayTo(agent: StoredAgent, wanted: Way | null): Way {
  const { agent_category: category, telephony, status } = agent;
  if (status !== 'active') throw new Error('The agent is archived: restore it, or load another');
  const own: Way = category === 'telephony' ? 'carrier' : 'browser';
  if (wanted !== null && wanted !== own)
    throw new Error(
      `The agent is one for ${own === 'browser' ? 'browsers' : 'telephones'}: it is loaded --through ${own}`,
    );
  const provider = telephony?.provider ?? 'no carrier';
  if (own === 'carrier' && !CARRIERS.includes(provider))
    throw new Error(`An agent at ${provider} cannot be loaded: only those at ${CARRIERS.join(' and ')} can`);
  return own;
}
