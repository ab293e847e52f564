import { randomUUID } from 'node:crypto';
import type { WebSocket } from 'ws';
import { connectMediaStream } from '../../adapters/simulator/simulated-media-stream.ts';
import { mediaMessage, readMessage, startMessage } from '../../adapters/simulator/stream-messages.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import { CARRIER_ACCOUNT, carrierCalls, type CarrierTarget } from '../lib/carrier-call.ts';
import {
  AUDIBLE_LEVEL,
  closeSocket,
  UNSENT_BYTES_MAX,
  type CallerLeg,
  type LegEnd,
  type LegListener,
  type LegOpener,
} from './caller-leg.ts';

/** Bytes per millisecond of mu-law at 8 kHz. */
const BYTES_PER_MS = 8;
const DONE = 1000;
const IS_AUDIBLE = Uint8Array.from(decodeMulaw(Uint8Array.from({ length: 256 }, (_, code) => code)), (sample) =>
  Math.abs(sample) > AUDIBLE_LEVEL ? 1 : 0,
);

/** Opens calls as the simulated carrier does. */
export function carrierLegs(target: CarrierTarget): LegOpener<string> {
  const { clock, token } = target;
  const place = carrierCalls(target);
  return {
    async open(listener) {
      const { callId, streamUrl: url, answered, failed } = await place();
      const socket = await connectMediaStream({ url, token });
      if (!socket) throw failed();
      return new CarrierLeg(socket, { callId, clock, listener, report: answered() });
    },
  };
}

interface CarrierLegParts {
  readonly callId: string;
  readonly clock: Clock;
  readonly listener: LegListener;
  /** Sends the callback of the end. */
  readonly report: (by: 'caller' | 'agent') => void;
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
        parts.report(this.#isHungUp ? 'caller' : 'agent');
        resolve(this.#endOf(code));
      });
    });
    this.#send(startMessage({ callId: parts.callId, streamId: this.#streamId, accountId: CARRIER_ACCOUNT }));
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
