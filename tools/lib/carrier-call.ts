import { randomUUID } from 'node:crypto';
import { network } from '../../adapters/lib/network.ts';
import { readAnswer } from '../../adapters/simulator/answer-document.ts';
import type { CallFacts } from '../../adapters/simulator/call-facts.ts';
import { hangUpParameters, webhookOf } from '../../adapters/simulator/call-parameters.ts';
import { END_OF_XML, FAILED, NORMAL, type HangUp } from '../../adapters/simulator/hang-up.ts';
import { Faults } from '../../adapters/simulator/simulated-faults.ts';
import { Webhooks } from '../../adapters/simulator/webhook-sender.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { AgentWebhooks } from './agent-webhooks.ts';
import { SetUpFailure } from './set-up-failure.ts';

/** The account of the calls, in the terms of the carrier. */
export const CARRIER_ACCOUNT = 'MALOAD';
/** Callers have numbers of the range that is kept free for fiction. */
const FROM = 12_025_550_100;
const FROM_COUNT = 100;

export interface CarrierTarget {
  readonly webhooks: AgentWebhooks;
  /** The number that is called. */
  readonly number: string;
  /** Signs webhooks and sockets: the `auth_token` that the organisation stored for its carrier. */
  readonly token: string;
  readonly clock: Clock;
}

/** A call that the answer webhook of its agent took. */
export interface AcceptedCall {
  readonly callId: string;
  readonly streamUrl: string;
  /** The media stream could not be opened. Reports the end: without it, the installation would count the call as live. */
  failed(): SetUpFailure;
  /** The media stream is open. Returns what reports the end of the call: the caller hangs up, or the stream ends. */
  answered(): (by: 'caller' | 'agent') => void;
}

/**
 * Places inbound calls as the simulated carrier does: the answer webhook, and the callback of the end. Returned is what places
 * one. It rejects with a `SetUpFailure`.
 */
export function carrierCalls(target: CarrierTarget): () => Promise<AcceptedCall> {
  const { clock } = target;
  const parts = { network: network({ allowPrivate: true }), clock, faults: new Faults() };
  let count = 0;
  return async () => {
    count += 1;
    const facts = factsOf(target, count);
    const webhooks = new Webhooks(parts);
    const queuedAt = clock.now();
    const xml = await webhooks.ask(webhookOf(facts, facts.answerUrl, { Event: 'StartApp', CallStatus: 'ringing' }));
    const streamUrl = streamIn(xml, webhooks.sent.at(-1)?.status ?? null);
    const reportEnd = (end: HangUp, answeredAt: Date | null, seconds: number): void => {
      const parameters = hangUpParameters(end, { queuedAt, answeredAt, endedAt: clock.now(), seconds });
      if (facts.hangupUrl !== '') webhooks.send(webhookOf(facts, facts.hangupUrl, parameters));
    };
    return {
      ...{ callId: facts.id, streamUrl },
      failed() {
        reportEnd(FAILED, null, 0);
        return new SetUpFailure('media stream: it could not be opened', false);
      },
      answered() {
        const [answeredAt, answeredMs] = [clock.now(), clock.monotonic()];
        return (by) => {
          const seconds = Math.max(1, Math.round((clock.monotonic() - answeredMs) / 1000));
          reportEnd(by === 'caller' ? NORMAL('Caller') : END_OF_XML, answeredAt, seconds);
        };
      },
    };
  };
}

function factsOf({ webhooks, number, token }: CarrierTarget, count: number): CallFacts {
  return {
    ...{ id: randomUUID(), direction: 'inbound', from: `+${FROM + (count % FROM_COUNT)}`, to: number },
    ...{ account: { id: CARRIER_ACCOUNT, token }, ringUrl: '', machineUrl: '', ringMs: 0, limitMs: 0 },
    ...{ answerUrl: webhooks.answerUrl, hangupUrl: webhooks.hangupUrl ?? '' },
  };
}

/** The media stream of an answer document. Throws why there is none. */
function streamIn(xml: string | null, status: number | null): string {
  if (xml === null) throw new SetUpFailure(`answer webhook: ${refusalOf(status)}`, false);
  const [instruction] = readAnswer(xml) ?? [];
  if (instruction?.verb === 'stream') return instruction.url;
  const reason = instruction?.verb === 'hangup' ? (instruction.reason ?? 'hung up') : 'no media stream';
  throw new SetUpFailure(`answer document: ${reason}`, reason === 'busy');
}

function refusalOf(status: number | null): string {
  if (status === null) return 'no answer';
  const isUnsigned = status === 401 || status === 403;
  return `status ${status}${isUnsigned ? ': is CARRIER_AUTH_TOKEN the token that the organisation stored?' : ''}`;
}
