import { isLive, type CallLog, type CallPatch } from '../../domain/calls/call-log.ts';
import { transferWebhooks, type TransferLeg, type TransferStep } from '../../domain/calls/call-webhooks.ts';
import { confirmTransfer, unconnectedResult } from '../../domain/calls/confirm-transfer.ts';
import type { TransferRecord } from '../../domain/calls/transfer-record.ts';
import { missing } from '../../domain/errors.ts';
import { isCarrierId } from '../../domain/telephony/ids.ts';
import type { CarrierDocument } from '../ports/carrier-dialect.ts';
import type { Clock } from '../ports/clock.ts';
import {
  mayName,
  verifyWebhook,
  type CarrierWebhook,
  type VerifiedWebhook,
  type WebhookPorts,
} from './carrier-webhook.ts';
import { hangUp } from './hang-up.ts';
import type { LiveCalls } from './live-calls.ts';

interface TransferWebhookPorts extends WebhookPorts {
  readonly liveCalls: LiveCalls;
  readonly voiceServer: { readonly baseUrl: string | null };
  readonly clock: Clock;
}

/** A carrier's request to a webhook of a transfer. */
export interface TransferWebhook extends CarrierWebhook {
  /** Number of the tool run. */
  readonly run: number;
  readonly leg: TransferLeg;
  /** What the person has been through. Null at the pick-up. */
  readonly step: TransferStep | null;
  /** Language of the carrier's voice. */
  readonly language: string;
}

type TransferNews = Omit<NonNullable<CallPatch['transfer']>, 'run'>;

/** An authenticated webhook with its call and transfer. */
interface VerifiedTransfer extends VerifiedWebhook {
  readonly call: CallLog;
  readonly transfer: TransferRecord;
}

/**
 * Answers a leg of a transfer. The person presses the key that the transfer asks for, hears its brief, then joins the conference, and the caller
 * follows. A leg whose transfer is over is hung up. Any process may answer. Throws `missing` if the transfer does not
 * exist, `forbidden` for a forged webhook, and `unavailable` while the API is unreachable.
 */
export const answerTransfer =
  (ports: TransferWebhookPorts) =>
  async (webhook: TransferWebhook): Promise<CarrierDocument> => {
    const verified = await verifyTransfer(ports, webhook);
    return webhook.leg === 'caller' ? answerCaller(ports, verified) : answerTarget(ports, webhook, verified);
  };

async function answerCaller(ports: TransferWebhookPorts, verified: VerifiedTransfer): Promise<CarrierDocument> {
  const { dialect, call, transfer } = verified;
  const isCurrent = transfer.result === 'answered' || (transfer.result === null && transfer.ready_at !== null);
  const known = isCurrent ? await record(ports, verified, { result: 'answered' }) : transfer;
  return known.result === 'answered' ? dialect.conference(conferenceOf(call, transfer)) : dialect.reject('rejected');
}

async function answerTarget(
  ports: TransferWebhookPorts,
  webhook: TransferWebhook,
  verified: VerifiedTransfer,
): Promise<CarrierDocument> {
  const { dialect, call, transfer } = verified;
  if (!isWanted(verified)) return dialect.reject('rejected');
  const pressed = dialect.readPressedKey(webhook.request);
  const { next, news } = confirmTransfer(transfer, { step: webhook.step, pressed }, ports.clock.now());
  await record(ports, verified, { ...news, ...legIn(verified, dialect.readCall(webhook.request)?.sid) });
  if (next === 'hang_up') return dialect.reject('rejected');
  if (next === 'conference') return dialect.conference(conferenceOf(call, transfer));
  const place = { language: webhook.language, nextUrl: answerUrl(ports, webhook, verified, next) };
  if (next === 'briefed') return dialect.speak({ ...place, text: transfer.brief ?? '' });
  const { say: text = '', timeout_secs: timeoutSeconds = 0 } = transfer.confirm ?? {};
  return dialect.promptForKey({ ...place, text, timeoutSeconds });
}

const isWanted = ({ call, transfer: { result } }: VerifiedTransfer): boolean =>
  result === null ? isLive(call.status) : result === 'answered';

const legIn = (verified: VerifiedTransfer, sid = ''): Pick<TransferNews, 'provider_call_sid'> =>
  sid !== '' && isCarrierId(sid) && mayName(verified, verified.transfer.provider_call_sid, sid)
    ? { provider_call_sid: sid }
    : {};

/** Where the carrier asks for the document after this step of the person. */
const answerUrl = (
  { voiceServer }: TransferWebhookPorts,
  { language }: TransferWebhook,
  { call, transfer: { run } }: VerifiedTransfer,
  step: TransferStep,
): string => transferWebhooks(voiceServer.baseUrl, call, { run, language }).answerUrl('target', step);

/**
 * Handles a status callback of the leg to a target: records the result of a transfer that is under way. When the person
 * hangs up after the connection, the caller's leg is hung up, too. Throws as `answerTransfer` does.
 */
export const handleTransferStatus =
  (ports: TransferWebhookPorts) =>
  async (webhook: TransferWebhook): Promise<void> => {
    const verified = await verifyTransfer(ports, webhook);
    const { agent, auth, dialect, call, transfer } = verified;
    const report = dialect.readReport(webhook.request);
    if (!report || isLive(report.status)) return;
    if (transfer.result === null) await record(ports, verified, { result: unconnectedResult(report, transfer) });
    const { provider } = agent.telephony;
    if (transfer.result === 'answered') await hangUp(ports, { provider, auth, sid: call.provider_call_sid });
  };

async function verifyTransfer(ports: TransferWebhookPorts, webhook: TransferWebhook): Promise<VerifiedTransfer> {
  const verified = await verifyWebhook(ports, webhook);
  const { org_id, agent_id } = verified.agent;
  const call = webhook.callId === null ? null : await ports.controlPlane.call(org_id, webhook.callId);
  const transfer = call?.transfers?.find(({ run }) => run === webhook.run);
  if (call?.agent_id !== agent_id || !transfer) throw missing('Transfer');
  return { ...verified, call, transfer };
}

/** Records news and announces them to the call, if this process runs it. */
async function record(
  { controlPlane, liveCalls }: TransferWebhookPorts,
  { call: { org_id, call_id }, transfer }: VerifiedTransfer,
  news: TransferNews,
): Promise<TransferRecord> {
  const { run } = transfer;
  const { transfers = [] } = await controlPlane.updateCall(org_id, call_id, { transfer: { run, ...news } });
  liveCalls.announceTransferNews(call_id);
  return transfers.find((each) => each.run === run) ?? transfer;
}

/** The name of the conference. It contains the call's id, which cannot be guessed. */
const conferenceOf = ({ call_id }: CallLog, { run }: TransferRecord): string => `transfer-${call_id}-${run}`;
