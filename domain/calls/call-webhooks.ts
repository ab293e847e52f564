import { misconfigured } from '../errors.ts';
import type { CallLog } from './call-log.ts';
import { withoutClosingSlashes } from '../plain-text.ts';

/** What a carrier asks about one call that it was asked to dial. */
export interface CallWebhooks {
  readonly answerUrl: string;
  readonly hangupUrl: string;
  readonly machineUrl: string;
}

/**
 * The webhooks of one outbound call. They name the call itself, so that whatever arrives finds its log, also before
 * the carrier's id of the call is known. Without a base no carrier could ask: `misconfigured`.
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
 * The media socket of an outbound call, for a carrier that opens it by itself once somebody picks up, and asks no answer
 * URL before: it is at the place of that URL. The ids are in its path, as carriers leave a query out. They let the socket
 * in, as the id of a call cannot be guessed.
 */
export function dialledStreamUrl(answerUrl: string, provider: string): string {
  const [base = '', query = ''] = answerUrl.replace(/^http/, 'ws').split('/answer?');
  const ids = new Map(query.split('&').map((pair) => pair.split('=') as [string, string]));
  return [`${base}/carrier/${provider}`, ids.get('org_id'), ids.get('agent_id'), ids.get('call_id')].join('/');
}
