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
