import type { TransferConfirmation, TransferTarget } from '../../domain/agents/transfer.ts';
import type { CallPatch } from '../../domain/calls/call-log.ts';
import { CALL_SECONDS_MAX } from '../../domain/calls/dial-limits.ts';
import type { TransferWebhooks } from '../../domain/calls/call-webhooks.ts';
import { awaitsKey } from '../../domain/calls/confirm-transfer.ts';
import type { TransferRecord, TransferResult } from '../../domain/calls/transfer-record.ts';
import { DomainError, errorMessage } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { Carrier, Carriers } from '../ports/carrier.ts';
import type { Clock } from '../ports/clock.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import { hangUp } from './hang-up.ts';
import type { TransferNews } from './transfer-news.ts';

export interface TransferAttemptPorts {
  readonly controlPlane: Pick<ControlPlane, 'call' | 'updateCall'>;
  readonly carriers: Carriers;
  readonly clock: Clock;
  readonly log: Log;
}

/** A call whose caller is on a media stream of this process. */
export interface TransferableCall {
  readonly org_id: string;
  readonly call_id: string;
  readonly agent_id: string;
  readonly provider: string;
  readonly auth: Readonly<Record<string, unknown>>;
  readonly applicationId: string;
  /** The carrier's id of the caller's leg. */
  readonly sid: string;
  /** The platform's number of the call: the caller ID of transfers. */
  readonly number: string;
}

/** One transfer to a target that has a number. */
interface TransferOrder {
  readonly run: number;
  readonly target: TransferTarget;
  readonly to: string;
  readonly brief: string | null;
  /** With its words as they are spoken. Null if no key is asked for. */
  readonly confirm: TransferConfirmation | null;
  readonly webhooks: TransferWebhooks;
  readonly news: TransferNews;
  /** Aborts when the conversation ends, for whatever reason. */
  readonly signal: AbortSignal;
}

/** One attempt to transfer a call. */
export class TransferAttempt {
  readonly #ports: TransferAttemptPorts;
  readonly #call: TransferableCall;
  readonly #order: TransferOrder;
  #hasLeft = false;

  constructor(ports: TransferAttemptPorts, call: TransferableCall, order: TransferOrder) {
    this.#ports = ports;
    this.#call = call;
    this.#order = order;
  }

  /** Whether the carrier takes, or has taken, the caller from the media stream: its close does not end the call. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** Dials the target once, and connects it with the caller. Never rejects. Without a result, the leg is hung up. */
  async run(): Promise<TransferResult | 'unrecorded'> {
    const { run, target, to, brief, confirm } = this.#order;
    const about = { ...(brief !== null && { brief }), ...(confirm !== null && { confirm }) };
    const begins = { run, target: target.name, to, mode: target.mode, ...about };
    if (!(await this.#record(begins))) return 'unrecorded';
    const { provider, auth } = this.#call;
    const carrier = this.#ports.carriers.open(provider, auth);
    const dialled = await this.#dial(carrier);
    if (typeof dialled === 'string') {
      await this.#record({ run, result: dialled });
      return dialled;
    }
    await this.#record({ run, provider_call_sid: dialled.sid });
    const ready = await this.#untilReady();
    const result = ready === 'ready' ? await this.#join(carrier) : ready;
    // The result comes first: the carrier reports the end of the leg, which says less, and the caller may come late.
    await this.#record({ run, result });
    if (result !== 'answered') await hangUp(this.#ports, { provider, auth, sid: dialled.sid });
    return result;
  }

  /** The dialled leg, or why there is none. A leg that may ring although its dial was not answered is turned away. */
  async #dial(carrier: Carrier): Promise<{ sid: string } | TransferResult> {
    const { target, to, webhooks, signal } = this.#order;
    const { call_id, number, applicationId } = this.#call;
    if (signal.aborted) return 'canceled';
    try {
      return await carrier.dial({
        callId: call_id,
        to,
        from: target.caller_id ?? number,
        applicationId,
        answerUrl: webhooks.answerUrl('target'),
        hangupUrl: webhooks.statusUrl,
        machineUrl: null,
        ringTimeoutSeconds: target.ring_seconds,
        callSecondsMax: CALL_SECONDS_MAX,
      });
    } catch (error) {
      this.#ports.log.warn('transfer.dial_failed', { call_id, reason: errorMessage(error) });
      return error instanceof CarrierFailure && error.response === 'busy' ? 'busy' : 'failed';
    }
  }

  /** Waits until the person is in the conference, or for the result without them. */
  async #untilReady(): Promise<TransferResult | 'ready'> {
    const { target, news, signal } = this.#order;
    const { clock } = this.#ports;
    let stage: Stage = 'ringing';
    let deadline = clock.monotonic() + target.ring_seconds * 1_000 + TIMEOUTS_MS.transfer_report;
    for (;;) {
      const next = news.next(signal);
      const record = knownOf(await this.#read());
      const progress = progressOf(record, signal);
      if (progress !== null) return progress;
      const reached: Stage = record === null ? stage : stageOf(record);
      if (reached !== stage && reached !== 'ringing') deadline = clock.monotonic() + TIMEOUTS_MS[reached];
      stage = reached;
      if (clock.monotonic() >= deadline) return OVERDUE[stage];
      await next;
    }
  }

  /** Takes the caller to the conference. Their leg's request for its document shows that it happened. */
  async #join(carrier: Carrier): Promise<TransferResult> {
    this.#hasLeft = true;
    const hasJoined = (await this.#redirect(carrier)) && (await this.#hasJoined());
    if (hasJoined) return 'answered';
    this.#hasLeft = false;
    return this.#order.signal.aborted ? 'canceled' : 'failed';
  }

  /** Whether the carrier may do it. Without an answer, it may. */
  async #redirect(carrier: Carrier): Promise<boolean> {
    const { call_id, sid } = this.#call;
    try {
      await carrier.redirect(sid, this.#order.webhooks.answerUrl('caller'));
      return true;
    } catch (error) {
      this.#ports.log.warn('transfer.redirect_failed', { call_id, reason: errorMessage(error) });
      if (error instanceof CarrierFailure) return !error.isDefinite;
      return error instanceof DomainError && error.problem === 'unavailable';
    }
  }

  /** Waits until the caller is in the conference and their media stream is closed. */
  async #hasJoined(): Promise<boolean> {
    const { news, signal } = this.#order;
    const { clock } = this.#ports;
    const deadline = clock.monotonic() + TIMEOUTS_MS.transfer_departure;
    for (;;) {
      const next = news.next(signal);
      const record = await this.#read();
      const isAnswered = record === 'unknown' || record?.result === 'answered';
      if ((isAnswered && signal.aborted) || clock.monotonic() >= deadline) return isAnswered;
      await next;
    }
  }

  /** Writes to the call log. False when that failed, which is logged. */
  async #record(news: NonNullable<CallPatch['transfer']>): Promise<boolean> {
    const { controlPlane, log } = this.#ports;
    const { org_id, call_id } = this.#call;
    try {
      await controlPlane.updateCall(org_id, call_id, { transfer: news });
      return true;
    } catch (error) {
      log.warn('transfer.not_recorded', { call_id, run: news.run, reason: errorMessage(error) });
      return false;
    }
  }

  /** The transfer as the call log has it. `unknown` while the API does not answer. */
  async #read(): Promise<TransferRecord | 'unknown' | undefined> {
    const { org_id, call_id } = this.#call;
    try {
      const call = await this.#ports.controlPlane.call(org_id, call_id);
      return call?.transfers?.find(({ run }) => run === this.#order.run);
    } catch {
      return 'unknown';
    }
  }
}

/** What the leg to the person waits for. */
type Stage = 'ringing' | 'transfer_key' | 'transfer_brief';

function stageOf(record: TransferRecord): Stage {
  if (record.answered_at === null) return 'ringing';
  return awaitsKey(record) ? 'transfer_key' : 'transfer_brief';
}

/** The result when a stage takes too long. */
const OVERDUE: Readonly<Record<Stage, TransferResult>> = {
  ringing: 'no_answer',
  transfer_key: 'not_confirmed',
  transfer_brief: 'failed',
};

const knownOf = (record: TransferRecord | 'unknown' | undefined): TransferRecord | null =>
  record === undefined || record === 'unknown' ? null : record;

/** What the transfer has come to. Null while it is to be waited for. */
function progressOf(record: TransferRecord | null, { aborted }: AbortSignal): TransferResult | 'ready' | null {
  const { result = null, ready_at = null } = record ?? {};
  if (result !== null) return result;
  if (aborted) return 'canceled';
  return ready_at === null ? null : 'ready';
}
