import type { CarrierDocument } from '../../application/ports/carrier-dialect.ts';
import type { TransferWebhook } from '../../application/runtime/handle-transfer-webhooks.ts';
import { TRANSFER_STEPS } from '../../domain/calls/call-webhooks.ts';
import { DomainError, type Problem } from '../../domain/errors.ts';
import { PROBLEM_STATUS } from '../lib/problem-status.ts';
import type { RoutesParts } from './media-parts.ts';
import { json, type PlainReply, type PlainRequest } from './server.ts';
import { withoutClosingSlashes } from '../../domain/plain-text.ts';

type Webhook = (runtime: RoutesParts['runtime'], webhook: TransferWebhook) => Promise<PlainReply>;

/** Telnyx repeats webhooks that get another status than 200. */
const DONE: PlainReply = { status: 200, headers: {}, body: '' };

const documentReply = ({ contentType, body }: CarrierDocument): PlainReply => ({
  status: 200,
  headers: { 'content-type': contentType, 'cache-control': 'no-store' },
  body,
});

/** Webhooks of carriers, by path. */
const WEBHOOKS: ReadonlyMap<string, Webhook> = new Map<string, Webhook>([
  ['/answer', async (runtime, webhook) => documentReply(await runtime.answerCall(webhook))],
  ['/transfer', async (runtime, webhook) => documentReply(await runtime.answerTransfer(webhook))],
  [
    '/transfer-status',
    async (runtime, webhook) => {
      await runtime.handleTransferStatus(webhook);
      return DONE;
    },
  ],
  [
    '/hangup',
    async (runtime, webhook) => {
      await runtime.handleStatusCallback(webhook);
      return DONE;
    },
  ],
  [
    '/machine',
    async (runtime, webhook) => {
      await runtime.handleAmdResult(webhook);
      return DONE;
    },
  ],
]);

/** The API's statuses, except 503 for `unavailable`. */
const STATUS: Readonly<Record<Problem, number>> = { ...PROBLEM_STATUS, unavailable: 503 };

/** Whether the path is a carrier webhook. */
export const isWebhook = (path: string): boolean => WEBHOOKS.has(path);

/** The webhook at this path, or null when there is none. */
export const webhookOf = (path: string): Webhook | null => WEBHOOKS.get(path) ?? null;

/** What the URL of a webhook says of a transfer. */
const transferIn = (query: PlainRequest['query']): Pick<TransferWebhook, 'run' | 'leg' | 'step' | 'language'> => ({
  run: Number(query.get('run') ?? Number.NaN),
  leg: query.get('leg') === 'caller' ? 'caller' : 'target',
  step: TRANSFER_STEPS.find((step) => step === query.get('step')) ?? null,
  language: query.get('language') ?? '',
});

/** Handles a carrier's webhook. Errors become a status, because carriers read nothing else. */
export async function webhookReply(
  { runtime, voiceServer, clock }: Pick<RoutesParts, 'runtime' | 'voiceServer' | 'clock'>,
  webhook: Webhook,
  { method, query, target, headers, body }: PlainRequest,
): Promise<PlainReply> {
  if (method !== 'GET' && method !== 'POST') return json(405, { detail: 'Method Not Allowed' }, { allow: 'GET, POST' });
  const [orgId, agentId] = [query.get('org_id'), query.get('agent_id')];
  if (orgId === null || agentId === null) return json(422, { detail: 'agent_id and org_id are required' });
  // Carriers sign the URL that they were given, not the URL as proxies rewrote it.
  const url = withoutClosingSlashes(voiceServer.baseUrl ?? '') + target;
  try {
    return await webhook(runtime, {
      orgId,
      agentId,
      callId: query.get('call_id'),
      ...transferIn(query),
      request: { method, url, headers, body, receivedAt: clock.now() },
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return json(STATUS[error.problem], { detail: error.message });
  }
}
