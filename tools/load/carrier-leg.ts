import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { network } from '../../adapters/lib/network.ts';
import { readAnswer } from '../../adapters/simulator/answer-document.ts';
import type { CallFacts } from '../../adapters/simulator/call-facts.ts';
import { hangUpParameters, webhookOf } from '../../adapters/simulator/call-parameters.ts';
import { FAILED, NORMAL, type HangUp } from '../../adapters/simulator/hang-up.ts';
import { Faults } from '../../adapters/simulator/simulated-faults.ts';
import { connectMediaStream } from '../../adapters/simulator/simulated-media-stream.ts';
import { mediaMessage, readMessage, startMessage } from '../../adapters/simulator/stream-messages.ts';
import { Webhooks } from '../../adapters/simulator/webhook-sender.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import {
  AUDIBLE_LEVEL,
  closeSocket,
  SetUpFailure,
  UNSENT_BYTES_MAX,
  type CallerLeg,
  type LegEnd,
  type LegListener,
  type LegOpener,
} from './caller-leg.ts';
import type { AgentWebhooks } from './load-target.ts';

/** Bytes per millisecond of mu-law at 8 kHz. */
const BYTES_PER_MS = 8;
const DONE = 1000;
/** Callers have numbers of the range that is kept free for fiction. */
const FROM = 12_025_550_100;
const FROM_COUNT = 100;

const IS_AUDIBLE = Uint8Array.from(decodeMulaw(Uint8Array.from({ length: 256 }, (_, code) => code)), (sample) =>
  Math.abs(sample) > AUDIBLE_LEVEL ? 1 : 0,
);

export interface CarrierTarget {
  readonly webhooks: AgentWebhooks;
  /** The number that is called. */
  readonly number: string;
  /** Signs webhooks and sockets: the `auth_token` that the organisation stored for its carrier. */
  readonly token: string;
  readonly clock: Clock;
}

/** Places inbound calls as the simulated carrier does: the answer webhook, the media stream, and the callback of the end. */
export function carrierLegs(target: CarrierTarget): LegOpener<string> {
  const { clock, token } = target;
  const parts = { network: network({ allowPrivate: true }), clock, faults: new Faults() };
  let count = 0;
  return {
    async open(listener) {
      count += 1;
      const facts = factsOf(target, count);
      const webhooks = new Webhooks(parts);
      const queuedAt = clock.now();
      const xml = await webhooks.ask(webhookOf(facts, facts.answerUrl, { Event: 'StartApp', CallStatus: 'ringing' }));
      const url = streamIn(xml, webhooks.sent.at(-1)?.status ?? null);
      const socket = await connectMediaStream({ url, token });
      const reportEnd = (end: HangUp, answeredAt: Date | null, seconds: number): void => {
        const parameters = hangUpParameters(end, { queuedAt, answeredAt, endedAt: clock.now(), seconds });
        if (facts.hangupUrl !== '') webhooks.send(webhookOf(facts, facts.hangupUrl, parameters));
      };
      if (!socket) {
        // Without its end, the installation would count the call as live.
        reportEnd(FAILED, null, 0);
        throw new SetUpFailure('media stream: it could not be opened', false);
      }
      const [answeredAt, answeredMs] = [clock.now(), clock.monotonic()];
      const report = (): void =>
        reportEnd(NORMAL('Caller'), answeredAt, Math.max(1, Math.round((clock.monotonic() - answeredMs) / 1000)));
      return new CarrierLeg(socket, { callId: facts.id, clock, listener, report });
    },
  };
}

function factsOf({ webhooks, number, token }: CarrierTarget, count: number): CallFacts {
  return {
    ...{ id: randomUUID(), direction: 'inbound', from: `+${FROM + (count % FROM_COUNT)}`, to: number },
    ...{ account: { id: 'MALOAD', token }, ringUrl: '', machineUrl: '', ringMs: 0, limitMs: 0 },
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

interface CarrierLegParts {
  readonly callId: string;
  readonly clock: Clock;
  readonly listener: LegListener;
  /** Sends the callback of the end. */
  readonly report: () => void;
}

/** The carrier's end of a media stream. */
class CarrierLeg implements CallerLeg<string> {
  readonly ended: Promise<LegEnd>;
  readonly #socket: WebSocket;
  readonly #parts: CarrierLegParts;
  readonly #streamId = randomUUID();
  #sequence = 0;
  #playedUntil = 0;
  #marks: { readonly name: string; readonly at: number }[] = [];
  #isHungUp = false;

  constructor(socket: WebSocket, parts: CarrierLegParts) {
    this.#socket = socket;
    this.#parts = parts;
    socket.on('message', (bytes: Buffer) => this.#receive(bytes.toString('utf8')));
    this.ended = new Promise((resolve) => {
      socket.on('close', (code) => {
        parts.report();
        resolve(this.#endOf(code));
      });
    });
    this.#send(startMessage({ callId: parts.callId, streamId: this.#streamId, accountId: 'MALOAD' }));
    socket.resume();
  }

  send(payload: string): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#socket.bufferedAmount > UNSENT_BYTES_MAX) return this.#socket.terminate();
    this.#reachMarks();
    this.#sequence += 1;
    const sequence = this.#sequence;
    const timestamp = this.#parts.clock.now().getTime();
    this.#socket.send(mediaMessage(this.#streamId, { sequence, timestamp, chunk: sequence, payload }));
  }

  hangUp(): void {
    this.#isHungUp = true;
    closeSocket(this.#socket);
  }

  #send(message: object): void {
    this.#sequence += 1;
    this.#socket.send(JSON.stringify({ sequenceNumber: this.#sequence, ...message }));
  }

  #reachMarks(): void {
    const now = this.#parts.clock.monotonic();
    for (let mark = this.#marks[0]; mark && mark.at <= now; mark = this.#marks[0]) {
      this.#marks.shift();
      this.#send({ event: 'playedStream', streamId: this.#streamId, name: mark.name });
    }
  }

  #receive(text: string): void {
    const { clock, listener } = this.#parts;
    const now = clock.monotonic();
    const message = readMessage(text);
    if (message?.what === 'sound') {
      const ms = message.bytes.length / BYTES_PER_MS;
      this.#playedUntil = Math.max(this.#playedUntil, now) + ms;
      listener.audio(
        ms,
        message.bytes.some((code) => IS_AUDIBLE[code] === 1),
      );
    } else if (message?.what === 'mark') {
      this.#marks.push({ name: message.name, at: this.#playedUntil });
    } else if (message?.what === 'clear') {
      this.#playedUntil = now;
      this.#marks = [];
      this.#send({ event: 'clearedAudio', streamId: this.#streamId });
      listener.cleared();
    }
  }

  #endOf(code: number): LegEnd {
    if (this.#isHungUp) return { by: 'caller' };
    return code === DONE ? { by: 'agent' } : { by: 'failure', cause: `call cut: media stream closed with ${code}` };
  }
}
