import { WIRE_RATE } from './framer.ts';
import { decodeFrame, encodeAudio, encodeMessage, type Frame, type RtviMessage } from './frames.ts';
import type { SocketEnd } from './ended.ts';

/** How long the runtime may take until the agent is ready, and to close a call that was hung up. In milliseconds. */
const READY_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** RTVI version and name of this client. */
const CLIENT = { version: '2.1.0', about: { library: 'voice-agent-platform-browser' } };
const DONE = 1000;
const NEVER_READY = 4408;
const OPEN = 1;

/** Events of a call. */
export interface CallListener {
  /** The agent is ready. */
  onReady(): void;
  onAudio(pcm: Int16Array<ArrayBuffer>): void;
  /** Unplayed audio must be dropped. */
  onFlush(): void;
  onMessage(message: RtviMessage): void;
  /** Called once. */
  onEnd(how: SocketEnd): void;
}

/** What a call needs of the browser. */
export interface SocketParts {
  /** Opens a socket. Throws where the page may not. */
  openSocket(url: URL): WebSocket;
  /** Calls back later. The answer cancels it. */
  after(ms: number, then: () => void): () => void;
}

/** One call to an agent: the socket of the runtime, with protobuf frames and RTVI messages. */
export class CallSocket {
  readonly #socket: WebSocket;
  readonly #listener: CallListener;
  readonly #parts: SocketParts;
  #isReady = false;
  #isHungUp = false;
  #isOver = false;
  #reported: string | null = null;
  #cancelDeadline: () => void;

  constructor(url: URL, listener: CallListener, parts: SocketParts) {
    this.#listener = listener;
    this.#parts = parts;
    this.#socket = parts.openSocket(url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.send('client-ready', CLIENT));
    this.#socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
      this.#receive(decodeFrame(new Uint8Array(data))),
    );
    this.#socket.addEventListener('close', ({ code, reason }) => this.#end(code, reason));
    this.#cancelDeadline = parts.after(READY_TIMEOUT_MS, () => this.#endWith(NEVER_READY));
  }

  /** Sends one frame of caller audio. Dropped until the agent is ready. */
  sendAudio(pcm: Int16Array): void {
    if (this.#isReady && this.#isOpen) this.#socket.send(encodeAudio(pcm, WIRE_RATE));
  }

  /** Sends a message. Dropped while the socket is not open. */
  send(type: string, data?: Readonly<Record<string, unknown>>): void {
    const message = { id: crypto.getRandomValues(new Uint32Array(1)).join(''), type };
    if (this.#isOpen) this.#socket.send(encodeMessage(data ? { ...message, data } : message));
  }

  /** Ends the call gracefully. */
  hangUp(): void {
    this.#isHungUp = true;
    this.#reported = 'caller_left';
    if (!this.#isOpen) return this.#endWith(DONE);
    this.send('disconnect-bot');
    this.#cancelDeadline();
    this.#cancelDeadline = this.#parts.after(CLOSE_TIMEOUT_MS, () => this.#endWith(DONE));
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === OPEN;
  }

  #receive(frame: Frame | null): void {
    if (this.#isOver || !frame) return;
    if (frame.type === 'audio') this.#listener.onAudio(frame.pcm);
    else this.#onMessage(frame.message);
  }

  #onMessage(message: RtviMessage): void {
    const own = message.type === 'server-message' ? message.data : undefined;
    if (message.type === 'bot-ready') this.#onReady();
    else if (own?.['type'] === 'flush') this.#listener.onFlush();
    else if (own?.['type'] === 'ended') this.#reported ??= String(own['reason']);
    else this.#listener.onMessage(message);
  }

  #onReady(): void {
    // After a hang-up, the deadline is that of its answer.
    if (this.#isReady || this.#isHungUp) return;
    this.#cancelDeadline();
    this.#isReady = true;
    this.#listener.onReady();
  }

  #endWith(code: number): void {
    this.#end(code, '');
    this.#socket.close();
  }

  #end(code: number, detail: string): void {
    this.#cancelDeadline();
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.onEnd({ code, detail, reported: this.#reported, wasLive: this.#isReady });
  }
}
