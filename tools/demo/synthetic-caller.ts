import { WebSocket } from 'ws';
import { decodeFrame, encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { RTVI_VERSION, serverMessage, type ServerMessage } from '../../adapters/media/protocols/rtvi.ts';

/** Rate of the caller's microphone. */
export const MICROPHONE_RATE = 16_000;
const FRAME_MS = 20;
const FRAME_SAMPLES = (MICROPHONE_RATE * FRAME_MS) / 1000;
const OPENING_MS = 90_000;

/** A piece of the agent's audio and when it arrived, in milliseconds of `performance.now()`. */
export interface ReceivedAudio {
  readonly at: number;
  readonly pcm: Int16Array;
  readonly sampleRate: number;
}

/** What a microphone records where the caller says nothing, and mixes with what they say. */
export type Background = (frame: Int16Array) => Int16Array;

/**
 * A caller with a microphone that is always on: it sends 20 ms of audio every 20 ms, silence when it says nothing, as a
 * browser does. What the agent says is collected with its moment of arrival.
 */
export class SyntheticCaller {
  readonly audio: ReceivedAudio[] = [];
  /** What the caller said, when it was sent. */
  readonly sentSpeech: { readonly at: number; readonly pcm: Int16Array }[] = [];
  readonly messages: { readonly at: number; readonly message: ServerMessage }[] = [];
  readonly #background: Background;
  readonly #socket: WebSocket;
  readonly #closed: Promise<{ code: number; reason: string }>;
  readonly #watchers = new Set<() => void>();
  #onMessage: (message: ServerMessage, at: number) => void = () => undefined;
  #speech: Int16Array[] = [];
  #speechDone: (() => void) | null = null;
  #microphone: NodeJS.Timeout | null = null;

  private constructor(socket: WebSocket, background: Background) {
    this.#socket = socket;
    this.#background = background;
    socket.on('message', (bytes: Buffer) => this.#receive(bytes));
    socket.on('error', () => undefined);
    this.#closed = new Promise((resolve) =>
      socket.on('close', (code, reason) => {
        if (this.#microphone) clearTimeout(this.#microphone);
        resolve({ code, reason: reason.toString() });
        this.#wake();
      }),
    );
  }

  /** Connects without saying anything yet. Rejects when the socket cannot be opened. */
  static async connect(url: string, background: Background = (frame) => frame): Promise<SyntheticCaller> {
    const socket = new WebSocket(url, { perMessageDeflate: false, handshakeTimeout: OPENING_MS });
    const caller = new SyntheticCaller(socket, background);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return caller;
  }

  /** Connects, shakes hands, and turns the microphone on. */
  static async join(url: string, background?: Background): Promise<SyntheticCaller> {
    const caller = await SyntheticCaller.connect(url, background);
    caller.send(
      serverMessage('client-ready', { version: RTVI_VERSION, about: { library: 'voice-agent-platform' } }, '1'),
    );
    await caller.waitFor((message) => message.type === 'bot-ready', OPENING_MS);
    caller.#startMicrophone();
    return caller;
  }

  /** Resolves when the socket is closed. */
  get closed(): Promise<{ code: number; reason: string }> {
    return this.#closed;
  }

  /** Says this into the microphone; resolves with the moment the last sample was sent. Audio is 16 kHz mono. */
  async say(pcm: Int16Array): Promise<number> {
    for (let at = 0; at < pcm.length; at += FRAME_SAMPLES) {
      const frame = new Int16Array(FRAME_SAMPLES);
      frame.set(pcm.subarray(at, at + FRAME_SAMPLES));
      this.#speech.push(frame);
    }
    await new Promise<void>((resolve) => (this.#speechDone = resolve));
    return performance.now();
  }

  /** Sends an RTVI message. */
  send(message: ServerMessage): void {
    this.#socket.send(encodeMessage(JSON.stringify(message)));
  }

  /** Sends bytes as they are. */
  sendRaw(bytes: Uint8Array | string): void {
    this.#socket.send(bytes);
  }

  /** Hands over every message with its moment of arrival, past and to come. */
  onMessage(onMessage: (message: ServerMessage, at: number) => void): void {
    for (const { message, at } of this.messages) onMessage(message, at);
    this.#onMessage = onMessage;
  }

  /** The first message, past or to come, after `since` that fits. Rejects when it does not come in time. */
  async waitFor(matches: (message: ServerMessage) => boolean, timeoutMs: number, since = 0): Promise<ServerMessage> {
    const found = (): ServerMessage | undefined =>
      this.messages.find(({ at, message }) => at >= since && matches(message))?.message;
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const message = found();
      if (message) return message;
      const left = deadline - performance.now();
      if (left <= 0 || this.#socket.readyState === WebSocket.CLOSED)
        throw new Error(`The agent did not answer as expected within ${timeoutMs} ms`);
      await this.#change(left);
    }
  }

  /** The agent's audio that arrived after this moment, as one piece. */
  audioSince(moment: number): Int16Array {
    const pieces = this.audio.filter(({ at }) => at >= moment);
    const whole = new Int16Array(pieces.reduce((sum, { pcm }) => sum + pcm.length, 0));
    let at = 0;
    for (const { pcm } of pieces) {
      whole.set(pcm, at);
      at += pcm.length;
    }
    return whole;
  }

  /** Hangs up and waits until the socket is closed. */
  async hangUp(): Promise<void> {
    this.#socket.close(1000);
    await this.#closed;
  }

  /** Vanishes without a word, as a browser that loses its network. */
  dropConnection(): void {
    this.#socket.terminate();
  }

  #startMicrophone(): void {
    const startedAt = performance.now();
    let sent = 0;
    const send = (): void => {
      const due = Math.floor((performance.now() - startedAt) / FRAME_MS) + 1;
      for (; sent < due; sent += 1) this.#sendFrame();
      this.#microphone = setTimeout(send, Math.max(1, startedAt + sent * FRAME_MS - performance.now()));
    };
    send();
  }

  #sendFrame(): void {
    const speech = this.#speech.shift();
    const frame = this.#background(speech ?? new Int16Array(FRAME_SAMPLES));
    if (speech) this.sentSpeech.push({ at: performance.now(), pcm: speech });
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(encodeAudio(frame, MICROPHONE_RATE));
    if (this.#speech.length > 0 || !this.#speechDone) return;
    this.#speechDone();
    this.#speechDone = null;
  }

  #receive(bytes: Buffer): void {
    const at = performance.now();
    const frame = decodeFrame(bytes);
    if (frame?.type === 'audio') this.audio.push({ at, pcm: frame.pcm, sampleRate: frame.sampleRate });
    if (frame?.type === 'message') this.#record(JSON.parse(frame.text) as ServerMessage, at);
    this.#wake();
  }

  #record(message: ServerMessage, at: number): void {
    this.messages.push({ at, message });
    this.#onMessage(message, at);
  }

  #wake(): void {
    for (const wake of this.#watchers) wake();
  }

  async #change(timeoutMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    let wake = (): void => undefined;
    await new Promise<void>((resolve) => {
      wake = resolve;
      this.#watchers.add(wake);
      timer = setTimeout(resolve, timeoutMs);
    });
    clearTimeout(timer);
    this.#watchers.delete(wake);
  }
}
