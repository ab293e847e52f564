import type { TransferWebhook } from '../../../application/runtime/handle-transfer-webhooks.ts';
import type { patchCall } from '../../../domain/calls/call-patch.ts';
import type { TransferPatch, TransferRecord } from '../../../domain/calls/transfer-record.ts';
import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import type { WebhookContent } from './fake-carrier.ts';
import { telephoneWorld } from './telephone-world.ts';

export const RUN = 4;
export const TURNED_AWAY = 'turn away: rejected';
export const LEG = { call: { sid: 'leg-1', from: '+1555', to: '+1415', answeredBy: 'unknown' } } as const;

export const ended = (changes: Partial<CarrierReport> = {}) => ({
  report: { sid: 'leg-1', status: 'completed', response: null, isAnswered: true, cause: null, ...changes } as const,
});

/** A call that talks and has a transfer under way, after this news of it. */
export function transferring(news: Omit<TransferPatch, 'run'> = {}) {
  const world = telephoneWorld();
  const callId = world.outbound({ status: 'in_progress', start_time_utc: world.clock.now().toISOString() });
  const update = (patch: Parameters<typeof patchCall>[1]) => world.controlPlane.updateCall('o1', callId, patch);
  const begins = { run: RUN, target: 'desk', to: '+14155550107', mode: 'cold' } as const;
  const place = { leg: 'target', step: null, language: 'en', run: RUN } as const;
  const webhook = (content: WebhookContent, changes: Partial<TransferWebhook> = {}): TransferWebhook => ({
    ...{ ...world.webhook(content, { callId }), ...place, ...changes },
  });
  return {
    ...{ ...world, callId, update, conference: `conference transfer-${callId}-${RUN}` },
    begin: () => update({ transfer: { ...begins, ...news } }),
    transfer: (): TransferRecord => world.calls.get(callId)!.transfers![0]!,
    /** The document that a leg is answered with. */
    answer: async (changes: Partial<TransferWebhook> = {}, content: WebhookContent = LEG) =>
      (await world.runtime.answerTransfer(webhook(content, changes))).body,
    report: (content: WebhookContent, changes: Partial<TransferWebhook> = {}) =>
      world.runtime.handleTransferStatus(webhook(content, changes)),
  };
}

/** The same, after it began. */
export async function started(news: Omit<TransferPatch, 'run'> = {}) {
  const world = transferring(news);
  await world.begin();
  return world;
}

/** The same, after the person picked up and the caller followed. */
export async function joined() {
  const world = await started();
  await world.answer();
  await world.answer({ leg: 'caller' });
  return world;
}
