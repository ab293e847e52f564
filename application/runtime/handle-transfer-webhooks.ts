import { isLive, type CallLog, type CallPatch } from '../../domain/calls/call-log.ts';
import { transferWebhooks, type TransferLeg, type TransferStep } from '../../domain/calls/call-webhooks.ts';
import { awaitsKey, type TransferRecord, type TransferResult } from '../../domain/calls/transfer-record.ts';
import { missing } from '../../domain/errors.ts';
import type { CarrierReport } from '../../domain/telephony/carrier-report.ts';
import { isCarrierId } from '../../domain/telephony/ids.ts';
import type { CarrierDocument, CarrierSpeech } from '../ports/carrier-dialect.ts';
import type { Clock } from '../ports/clock.ts';
import { verifyWebhook, type CarrierWebhook, type VerifiedWebhook, type WebhookPorts } from './carrier-webhook.ts';
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
  const now = ports.clock.now().toISOString();
  const news = { answered_at: now, ...legIn(dialect.readCall(webhook.request)?.sid) };
  const hasPressed = awaitsKey(transfer) && dialect.readPressedKey(webhook.request) === transfer.confirm?.key;
  if (awaitsKey(transfer) && !hasPressed) return promptForKey(ports, webhook, verified, news);
  const confirmed = hasPressed ? { ...news, confirmed_at: now } : news;
  if (transfer.brief !== null && webhook.step !== 'briefed') {
    await record(ports, verified, confirmed);
    return dialect.speak(speechOf(ports, verified, webhook, { text: transfer.brief, step: 'briefed' }));
  }
  await record(ports, verified, { ...confirmed, ready_at: now });
  return dialect.conference(conferenceOf(call, transfer));
}

const isWanted = ({ call, transfer: { result } }: VerifiedTransfer): boolean =>
  result === null ? isLive(call.status) : result === 'answered';

const legIn = (sid = ''): Pick<TransferNews, 'provider_call_sid'> =>
  sid !== '' && isCarrierId(sid) ? { provider_call_sid: sid } : {};

/** Asks twice for the key, then hangs up: a mailbox answered, or a person who does not take the call. */
async function promptForKey(
  ports: TransferWebhookPorts,
  webhook: TransferWebhook,
  verified: VerifiedTransfer,
  news: TransferNews,
): Promise<CarrierDocument> {
  const { dialect, transfer } = verified;
  const { say: text = '', timeout_secs: timeoutSeconds = 0 } = transfer.confirm ?? {};
  if (webhook.step === 'prompted_again') {
    await record(ports, verified, { ...news, result: 'not_confirmed' });
    return dialect.reject('rejected');
  }
  await record(ports, verified, news);
  const step = webhook.step === null ? 'prompted' : 'prompted_again';
  return dialect.promptForKey({ ...speechOf(ports, verified, webhook, { text, step }), timeoutSeconds });
}

/** Words of the carrier's voice, with the document after them. */
const speechOf = (
  { voiceServer }: TransferWebhookPorts,
  { call, transfer: { run } }: VerifiedTransfer,
  { language }: TransferWebhook,
  { text, step }: { readonly text: string; readonly step: TransferStep },
): CarrierSpeech => ({
  ...{ text, language },
  nextUrl: transferWebhooks(voiceServer.baseUrl, call, { run, language }).answerUrl('target', step),
});

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
    if (transfer.result === null) await record(ports, verified, { result: resultOf(report, transfer) });
    const { provider } = agent.telephony;
    if (transfer.result === 'answered') await hangUp(ports, { provider, auth, sid: call.provider_call_sid });
  };

/** Who picks up and hangs up again before the caller is there counts as failed, and before the key as not confirmed. */
function resultOf({ status, response, isAnswered }: CarrierReport, transfer: TransferRecord): TransferResult {
  if (isAnswered || status === 'completed') return awaitsKey(transfer) ? 'not_confirmed' : 'failed';
  if (response === 'no_answer' || response === 'unreachable') return 'no_answer';
  return status === 'busy' || status === 'no_answer' || status === 'canceled' ? status : 'failed';
}

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
