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

/** The legs of a transfer: to the target, and to the caller. */
export type TransferLeg = 'target' | 'caller';

/**
 * What the person has been through. `prompted`, `prompted_again`: the words that ask for a key, with the time to press
 * it. `briefed`: the brief.
 */
export const TRANSFER_STEPS = ['prompted', 'prompted_again', 'briefed'] as const;
export type TransferStep = (typeof TRANSFER_STEPS)[number];

/** URLs that a carrier calls for one transfer of a call. */
export interface TransferWebhooks {
  /** Answers the leg with the document of its next step. */
  answerUrl(leg: TransferLeg, step?: TransferStep): string;
  /** Receives status callbacks of the leg to the target. */
  statusUrl: string;
}

/**
 * Webhooks of a transfer. They contain the number of its tool run and the language of its brief. Throws `misconfigured`
 * without a base URL.
 */
export function transferWebhooks(
  voiceServerUrl: string | null,
  call: Pick<CallLog, 'agent_id' | 'org_id' | 'call_id'>,
  { run, language }: { readonly run: number; readonly language: string },
): TransferWebhooks {
  const { answerUrl } = callWebhooks(voiceServerUrl, call);
  const [base = '', query = ''] = answerUrl.split('/answer?');
  const about = `${query}&run=${run}&language=${encodeURIComponent(language)}`;
  return {
    answerUrl: (leg, step) => `${base}/transfer?${about}&leg=${leg}${step ? `&step=${step}` : ''}`,
    statusUrl: `${base}/transfer-status?${about}`,
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
