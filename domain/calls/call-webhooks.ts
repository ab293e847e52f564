import { misconfigured } from '../errors.ts';
import type { CallLog } from './call-log.ts';
import { withoutClosingSlashes } from '../plain-text.ts';

/** URLs that a carrier calls for an outbound call. */
export interface CallWebhooks {
  readonly answerUrl: string;
  readonly hangupUrl: string;
  readonly machineUrl: string;
}

/**
 * Webhooks of an outbound call. They contain the call id, so that requests find the call before the carrier's id is
 * known. Throws `misconfigured` without a base URL.
 */
export function callWebhooks(
  voiceServerUrl: string | null,
  { agent_id, org_id, call_id }: Pick<CallLog, 'agent_id' | 'org_id' | 'call_id'>,
): CallWebhooks {
  if (voiceServerUrl === null) throw misconfigured('VOICE_SERVER_BASE_URL is not set');
  const base = withoutClosingSlashes(voiceServerUrl);
  const query = Object.entries({ agent_id, org_id, call_id })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return {
    answerUrl: `${base}/answer?${query}`,
    hangupUrl: `${base}/hangup?${query}`,
    machineUrl: `${base}/machine?${query}`,
  };
}

/**
 * Media socket of an outbound call, for a carrier that opens it on answer without fetching an answer document. It
 * replaces the answer URL. Ids are in its path, because carriers drop the query. They authorise the socket: a call id
 * cannot be guessed.
 */
export function dialledStreamUrl(answerUrl: string, provider: string): string {
  const [base = '', query = ''] = answerUrl.replace(/^http/, 'ws').split('/answer?');
  const ids = new Map(query.split('&').map((pair) => pair.split('=') as [string, string]));
  return [`${base}/carrier/${provider}`, ids.get('org_id'), ids.get('agent_id'), ids.get('call_id')].join('/');
}
