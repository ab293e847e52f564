import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import { forbidden, invalid, missing, type DomainError } from '../../domain/errors.ts';
import { isCarrierId, isRecordId } from '../../domain/telephony/ids.ts';
import type { CarrierDialect, CarrierRequest } from '../ports/carrier-dialect.ts';
import type { Carriers } from '../ports/carrier.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { CarrierCredentials, WebhookRefusals } from './webhook-refusals.ts';

/** Longest URL that is logged. One can have a path of any length that leads to a webhook, such as `/x/../answer`. */
const URL_LOG_MAX = 300;

/** A carrier's request to a webhook URL. The URL names an agent and, for outbound calls, the call. */
export interface CarrierWebhook {
  readonly orgId: string;
  readonly agentId: string;
  readonly callId: string | null;
  readonly request: CarrierRequest;
}

export interface WebhookPorts {
  readonly controlPlane: ControlPlane;
  readonly carriers: Carriers;
  readonly webhookRefusals: WebhookRefusals;
  readonly log: Log;
}

/** An authenticated webhook: its agent, the carrier's dialect and the carrier's credentials. */
export interface VerifiedWebhook {
  readonly agent: Agent & { readonly telephony: AgentTelephony };
  readonly dialect: CarrierDialect;
  readonly auth: Readonly<Record<string, unknown>>;
  /** Whether the carrier does not sign it, so that anyone may have sent it. */
  readonly isUnsigned: boolean;
}

/** Throws `invalid` for an impossible call id: too long, or with control characters or lone surrogates. */
export function requireCallSid(sid: string): void {
  if (!isCarrierId(sid)) throw invalid('The request has no valid call id');
}

/**
 * Whether a webhook's id of a call or a leg replaces the known one. One that the carrier did not sign gives an id only where
 * none is known: a call is hung up by its id, so that a stranger could end another one.
 */
export const mayName = (
  { isUnsigned }: Pick<VerifiedWebhook, 'isUnsigned'>,
  known: string | null,
  sid: string,
): boolean => sid !== known && (known === null || !isUnsigned);

/**
 * Authenticates a carrier's webhook. Throws `missing` if the agent does not exist or has no carrier, `forbidden` if the
 * signature does not match, and `limited` while a flood invents agents. The same refusal is repeated for two seconds
 * without asking the API; a signature that matches is always checked against the credentials of now. The log then holds
 * the URL that the signature was checked against, without its query. If the carrier called another URL,
 * VOICE_SERVER_BASE_URL or TRUST_PROXY is wrong.
 */
export async function verifyWebhook(ports: WebhookPorts, webhook: CarrierWebhook): Promise<VerifiedWebhook> {
  repeatRefusal(ports, webhook);
  const { controlPlane, carriers, webhookRefusals } = ports;
  const { orgId, agentId } = webhook;
  const agent = await webhookRefusals.lookUp(orgId, agentId, () => controlPlane.agent(orgId, agentId));
  const telephony = agent?.agent_category === 'telephony' ? agent.telephony : null;
  const dialect = telephony && carriers.dialect(telephony.provider);
  if (!agent || !telephony || !dialect) {
    webhookRefusals.add(orgId, agentId, 'no agent');
    throw missing('Agent');
  }
  const { provider } = telephony;
  const credentials = { provider, stored: await controlPlane.credentials(orgId, provider) };
  const authenticity = authenticityOf(carriers, credentials, webhook);
  if (authenticity === 'forged') {
    webhookRefusals.add(orgId, agentId, credentials);
    throw forgery(ports, credentials, webhook);
  }
  return {
    agent: { ...agent, telephony },
    dialect,
    auth: authOf(credentials),
    isUnsigned: authenticity === 'unsigned',
  };
}

/** Throws for ids that nothing can have, and for what was refused lately and would be refused again. */
function repeatRefusal(ports: WebhookPorts, webhook: CarrierWebhook): void {
  const { orgId, agentId } = webhook;
  if (!isRecordId(orgId) || !isRecordId(agentId)) throw missing('Agent');
  const refused = ports.webhookRefusals.find(orgId, agentId);
  if (refused === 'no agent') throw missing('Agent');
  if (refused && authenticityOf(ports.carriers, refused, webhook) === 'forged') throw forgery(ports, refused, webhook);
}

const authOf = ({ stored }: CarrierCredentials): Readonly<Record<string, unknown>> => stored?.auth ?? {};

const authenticityOf = (carriers: Carriers, credentials: CarrierCredentials, { request }: CarrierWebhook) =>
  carriers.dialect(credentials.provider)?.authenticity(request, authOf(credentials)) ?? 'forged';

/** The refusal of a forged webhook, which is logged. */
function forgery(
  { log }: WebhookPorts,
  { provider, stored }: CarrierCredentials,
  webhook: CarrierWebhook,
): DomainError {
  const reason = stored ? 'the signature is missing or does not match' : 'no credentials are stored';
  // Without the query: it may hold the caller's number, and its length is up to the sender.
  const [url] = webhook.request.url.split('?', 1);
  const about = { provider, agent_id: webhook.agentId, reason, url: url?.slice(0, URL_LOG_MAX) };
  log.warn('carrier.webhook_refused', about);
  return forbidden('The signature does not match the stored credentials of the carrier');
}
