import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import { forbidden, invalid, missing } from '../../domain/errors.ts';
import { isPlainText } from '../../domain/plain-text.ts';
import type { CarrierDialect, CarrierRequest } from '../ports/carrier-dialect.ts';
import type { Carriers } from '../ports/carrier.ts';
import type { ControlPlane, StoredCredentials } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';

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

/** Maximum length of a carrier's call id, in characters, as in openapi.yaml (`ProviderCallSid`). */
const SID_MAX = 200;

/** Throws `invalid` for an impossible call id: too long, or with control characters or lone surrogates. */
export function requireCallSid(sid: string): void {
  if (sid.length > SID_MAX || !isPlainText(sid)) throw invalid('The request has no valid call id');
}

const NO_CREDENTIALS: Pick<StoredCredentials, 'auth'> = { auth: {} };

/**
 * Authenticates a carrier's webhook. Throws `missing` if the agent does not exist or has no carrier, and `forbidden` if
 * the signature does not match. The log then holds the URL that the signature was checked against, without its query.
 * If the carrier called another URL, VOICE_SERVER_BASE_URL or TRUST_PROXY is wrong.
 */
export async function verifyWebhook(
  { controlPlane, carriers, log }: WebhookPorts,
  { orgId, agentId, request }: CarrierWebhook,
): Promise<VerifiedWebhook> {
  const agent = await controlPlane.agent(orgId, agentId);
  const telephony = agent?.agent_category === 'telephony' ? agent.telephony : null;
  const dialect = telephony && carriers.dialect(telephony.provider);
  if (!agent || !telephony || !dialect) throw missing('Agent');
  const stored = await controlPlane.credentials(orgId, telephony.provider);
  const { auth } = stored ?? NO_CREDENTIALS;
  const authenticity = dialect.authenticity(request, auth);
  if (authenticity === 'forged') {
    const reason = stored ? 'the signature is missing or does not match' : 'no credentials are stored';
    // Without the query: it may hold the caller's number, and its length is up to the sender.
    const [url] = request.url.split('?', 1);
    log.warn('carrier.webhook_refused', { provider: telephony.provider, agent_id: agentId, reason, url });
    throw forbidden('The signature does not match the stored credentials of the carrier');
  }
  return { agent: { ...agent, telephony }, dialect, auth, isUnsigned: authenticity === 'unsigned' };
}
