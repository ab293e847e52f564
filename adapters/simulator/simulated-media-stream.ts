import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { Ticker } from '../../application/runtime/ticker.ts';
import { DtmfDetector } from '../../domain/audio/dtmf-detector.ts';
import { decodeMulaw } from '../../domain/audio/mulaw.ts';
import { plivoSignature } from '../lib/plivo-signature.ts';
import { Playback } from './playback.ts';
import { mediaMessage, readMessage, startMessage } from './stream-messages.ts';
import { FRAME_MS, SILENT_FRAME, TELEPHONE_RATE } from './pcmu.ts';

const CONNECT_MS = 10_000;
const ATTEMPTS = 3;
/** Plivo's largest message. In bytes. */
const MESSAGE_BYTES_MAX = 64 * 1024;
/** Most unsent data before the connection is cut. In bytes. */
const UNSENT_BYTES_MAX = 1_048_576;
/** Frames later than this are skipped instead of sent in a burst. In milliseconds. */
const SKIP_AFTER_MS = 1_000;
/** Most recorded events. */
const EVENTS_MAX = 1_000;

export interface MediaStreamParts {
  readonly clock: Clock;
  readonly ticker: Ticker;
}

export interface MediaStreamFacts {
  readonly url: string;
  readonly callId: string;
  readonly accountId: string;
  readonly token: string;
}

export interface MediaStreamListener {
  /** The next 20 ms of this side's audio, or null for silence. */
  frame(): string | null;
  /** Called on every tick, after playback has advanced. */
  tick(nowMs: number, isSounding: boolean): void;
  /** The other side sent keys, as tones or as a message. */
  keys(keys: string): void;
  /** The other side closed the connection. Called once, and not after `close`. */
  closed(): void;
}

/** An event on the socket. In milliseconds since it opened. */
export interface MediaEvent {
  readonly what: 'mark' | 'mark_reached' | 'clear' | 'dtmf' | 'tones' | 'malformed';
  readonly name: string;
  readonly at_ms: number;
}

/** The media socket of one call in Plivo's protocol: sends 20 ms frames and plays received audio, both in real time. */
export class SimulatedMediaStream {
  readonly playback = new Playback();
  readonly notes: MediaEvent[] = [];
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #listener: MediaStreamListener;
  readonly #streamId: string;
  readonly #openedAt: number;
  readonly #stop: Cancel;
  readonly #detector = new DtmfDetector(TELEPHONE_RATE);
  /** Pieces of the received audio that were searched for tones. */
  #listened = 0;
  #sequence = 0;
  #dueMs = 0;
  #ended = false;
  framesSent = 0;
  framesReceived = 0;
  firstSoundMs: number | null = null;

  private constructor(
    socket: WebSocket,
    facts: MediaStreamFacts,
    { clock, ticker }: MediaStreamParts,
    listener: MediaStreamListener,
  ) {
    this.#socket = socket;
    this.#clock = clock;
    this.#listener = listener;
    this.#streamId = randomUUID();
    this.#openedAt = clock.monotonic();
    socket.on('message', (bytes: Buffer, isBinary) => this.#message(isBinary ? '' : bytes.toString('utf8')));
    socket.on('close', () => this.#end(true));
    this.#send(startMessage({ callId: facts.callId, streamId: this.#streamId, accountId: facts.accountId }));
    this.#stop = ticker.add(() => this.#tick());
    socket.resume();
  }

  /** Connects in up to three attempts, or answers null. */
  static async open(
    facts: MediaStreamFacts,
    parts: MediaStreamParts,
    listener: MediaStreamListener,
  ): Promise<SimulatedMediaStream | null> {
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const socket = await connectMediaStream(facts);
      if (socket) return new SimulatedMediaStream(socket, facts, parts, listener);
    }
    return null;
  }

  /** Sends a DTMF key. */
  press(digit: string): void {
    const timestamp = String(this.#clock.now().getTime());
    this.#send({ event: 'dtmf', streamId: this.#streamId, dtmf: { track: 'inbound', digit, timestamp } });
  }

  close(): void {
    this.#end(false);
    this.#socket.close(1000);
    this.#clock.after(500, () => this.#socket.terminate());
  }

  /** Cuts the connection like a network failure. */
  cut(): void {
    this.#socket.terminate();
  }

  get #nowMs(): number {
    return this.#clock.monotonic() - this.#openedAt;
  }

  #end(isByOther: boolean): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#stop();
    this.playback.advance(this.#nowMs);
    if (isByOther) this.#listener.closed();
  }

  #tick(): void {
    const nowMs = this.#nowMs;
    for (const name of this.playback.advance(nowMs)) {
      this.#record('mark_reached', name);
      this.#send({ event: 'playedStream', streamId: this.#streamId, name });
    }
    this.#listenForTones();
    this.#listener.tick(nowMs, this.playback.isSounding);
    if (nowMs - this.#dueMs > SKIP_AFTER_MS) this.#dueMs = nowMs;
    while (this.#dueMs <= nowMs && !this.#ended) {
      this.#frame(this.#listener.frame() ?? SILENT_FRAME);
      this.#dueMs += FRAME_MS;
    }
  }

  #listenForTones(): void {
    const { heard } = this.playback;
    for (; this.#listened < heard.length; this.#listened += 1) {
      const keys = this.#detector.push(decodeMulaw(heard[this.#listened]!.bytes));
      if (keys !== '') this.#hearKeys('tones', keys);
    }
  }

  #hearKeys(what: 'tones' | 'dtmf', keys: string): void {
    this.#record(what, keys);
    this.#listener.keys(keys);
  }

  #frame(payload: string): void {
    if (this.#socket.bufferedAmount > UNSENT_BYTES_MAX) return this.cut();
    this.#sequence += 1;
    this.framesSent += 1;
    const timestamp = this.#clock.now().getTime();
    this.#socket.send(
      mediaMessage(this.#streamId, { sequence: this.#sequence, timestamp, chunk: this.framesSent, payload }),
    );
  }

  #send(message: object): void {
    this.#sequence += 1;
    this.#socket.send(JSON.stringify({ sequenceNumber: this.#sequence, ...message }));
  }

  #message(text: string): void {
    const message = readMessage(text);
    switch (message?.what) {
      case 'sound':
        this.framesReceived += 1;
        this.firstSoundMs ??= Math.round(this.#nowMs);
        return this.playback.write(message.bytes, this.#nowMs);
      case 'mark':
        this.#record('mark', message.name);
        return this.playback.checkpoint(message.name);
      case 'clear':
        this.#record('clear', '');
        this.playback.clear(this.#nowMs);
        return this.#send({ event: 'clearedAudio', streamId: this.#streamId });
      case 'dtmf':
        return this.#hearKeys('dtmf', message.keys);
      case undefined:
        return this.#record('malformed', text.slice(0, 200));
    }
  }

  #record(what: MediaEvent['what'], name: string): void {
    if (this.notes.length < EVENTS_MAX) this.notes.push({ what, name, at_ms: Math.round(this.#nowMs) });
  }
}

/** Connects as the carrier does, with its signature, or answers null on any failure. */
export async function connectMediaStream({
  url,
  token,
}: Pick<MediaStreamFacts, 'url' | 'token'>): Promise<WebSocket | null> {
  const nonce = randomUUID().replaceAll('-', '');
  const signature = plivoSignature(token, { method: 'GET', url, form: [], nonce });
  const headers = {
    'x-plivo-signature-v3': signature,
    'x-plivo-signature-ma-v3': signature,
    'x-plivo-signature-v3-nonce': nonce,
  };
  try {
    return await opened(new WebSocket(url, { ...SOCKET, headers }));
  } catch {
    return null;
  }
}

const SOCKET = {
  handshakeTimeout: CONNECT_MS,
  maxPayload: MESSAGE_BYTES_MAX,
  perMessageDeflate: false,
  // A zero mask is free: any other makes the library copy every frame.
  generateMask: (): void => undefined,
};

const opened = (socket: WebSocket): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    socket.on('open', () => {
      // The other side may send at once, before a listener is attached.
      socket.pause();
      resolve(socket);
    });
    // An open connection that fails emits 'close' as well.
    socket.on('error', reject);
  });
