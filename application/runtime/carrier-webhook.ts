import type { Agent, AgentTelephony } from '../../domain/agents/agent.ts';
import { forbidden, invalid, missing } from '../../domain/errors.ts';
import { isPlainText } from '../../domain/plain-text.ts';
import type { CarrierDialect, CarrierRequest } from '../ports/carrier-dialect.ts';
import type { Carriers } from '../ports/carrier.ts';
import type { ControlPlane, StoredCredentials } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';

/** A carrier's request to one of our URLs, which name an agent and, for outbound calls, the call. */
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

/** The agent a webhook is for, the language its carrier speaks, and the secrets that open the carrier. */
export interface VerifiedWebhook {
  readonly agent: Agent & { readonly telephony: AgentTelephony };
  readonly dialect: CarrierDialect;
  readonly auth: Readonly<Record<string, unknown>>;
  /** Whether the carrier left it unsigned, so that anyone may have sent it. */
  readonly isUnsigned: boolean;
}

/** Maximum length of a carrier's id of a call, as openapi.yaml has it (`ProviderCallSid`). */
const SID_MAX = 200;

/** Refuses with `invalid` an id that no carrier gives a call: too long, or with control characters or lone surrogates. */
export function requireCallSid(sid: string): void {
  if (sid.length > SID_MAX || !isPlainText(sid)) throw invalid('The request names no call');
}

const NO_CREDENTIALS: Pick<StoredCredentials, 'auth'> = { auth: {} };

/**
 * Makes sure that a webhook comes from the carrier of its agent. Refuses with `missing` an agent that is not there or
 * has no carrier, and with `forbidden` whatever the carrier did not send. The log then names the URL that the signature was
 * checked against, without its query: where it is not the one that the carrier asked, VOICE_SERVER_BASE_URL or TRUST_PROXY
 * is wrong.
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
    const reason = stored ? 'the signature is missing or does not fit' : 'no credentials are stored';
    // Without the query: it may hold the caller's number, and a stranger decides its length.
    const [url] = request.url.split('?', 1);
    log.warn('carrier.webhook_refused', { provider: telephony.provider, agent_id: agentId, reason, url });
    throw forbidden('The signature does not fit the stored credentials of the carrier');
  }
  return { agent: { ...agent, telephony }, dialect, auth, isUnsigned: authenticity === 'unsigned' };
}
