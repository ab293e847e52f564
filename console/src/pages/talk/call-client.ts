import { WIRE_RATE } from './framer.ts';
import { decodeFrame, encodeAudio, encodeMessage, type Frame, type RtviMessage } from './frames.ts';
import type { CallEnd } from './call-end-messages.ts';

/** How long the runtime may take until the agent is ready, and to close a call that was hung up. In milliseconds. */
const READY_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 2_000;

/** RTVI version and name of this client. */
const CLIENT = { version: '2.1.0', about: { library: 'console' } };
const NEVER_READY = 4408;

/** Events of a call. */
export interface CallListener {
  /** The agent is ready. */
  onReady(): void;
  onAudio(pcm: Int16Array<ArrayBuffer>): void;
  /** Unplayed audio must be dropped. */
  onFlush(): void;
  onMessage(message: RtviMessage): void;
  /** Called once. */
  onEnd(how: CallEnd): void;
}

/** One call to an agent: the socket of the runtime, with protobuf frames and RTVI messages. */
export class CallClient {
  readonly #socket: WebSocket;
  readonly #listener: CallListener;
  #isReady = false;
  #isOver = false;
  #endReason: string | null = null;
  #deadline: ReturnType<typeof setTimeout>;

  constructor(url: URL, listener: CallListener) {
    this.#listener = listener;
    this.#socket = new WebSocket(url);
    this.#socket.binaryType = 'arraybuffer';
    this.#socket.addEventListener('open', () => this.#send('client-ready', CLIENT));
    this.#socket.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) =>
      this.#receive(decodeFrame(new Uint8Array(data))),
    );
    this.#socket.addEventListener('close', ({ code, reason }) => this.#end(code, reason));
    this.#deadline = setTimeout(() => this.#endWith(NEVER_READY), READY_TIMEOUT_MS);
  }

  /** Sends one frame of caller audio. Dropped until the agent is ready. */
  sendAudio(pcm: Int16Array): void {
    if (this.#isReady && this.#isOpen) this.#socket.send(encodeAudio(pcm, WIRE_RATE));
  }

  /** Sends text input. */
  sendText(content: string): void {
    this.#send('send-text', { content, options: { run_immediately: true, audio_response: true } });
  }

  /** Ends the call gracefully. */
  hangUp(): void {
    this.#endReason = 'caller_left';
    if (!this.#isOpen) return this.#endWith(1000);
    this.#send('disconnect-bot');
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => this.#endWith(1000), CLOSE_TIMEOUT_MS);
  }

  get #isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  #send(type: string, data?: Readonly<Record<string, unknown>>): void {
    const message = { id: crypto.getRandomValues(new Uint32Array(1)).join(''), type };
    if (this.#isOpen) this.#socket.send(encodeMessage(data ? { ...message, data } : message));
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
    else if (own?.['type'] === 'ended') this.#endReason ??= String(own['reason']);
    else this.#listener.onMessage(message);
  }

  #onReady(): void {
    clearTimeout(this.#deadline);
    this.#isReady = true;
    this.#listener.onReady();
  }

  #endWith(code: number): void {
    this.#end(code, '');
    this.#socket.close();
  }

  #end(code: number, reason: string): void {
    clearTimeout(this.#deadline);
    if (this.#isOver) return;
    this.#isOver = true;
    this.#listener.onEnd({ endReason: this.#endReason, code, reason, wasReady: this.#isReady });
  }
}

/** Where the runtime takes a call to an agent that was registered at the API. */
export function socketUrl(
  runtimeUrl: string,
  agent: { readonly org_id: string; readonly agent_id: string },
  registered: { readonly call_id: string; readonly ticket?: string },
): URL {
  const path = `agent/${encodeURIComponent(agent.org_id)}/${encodeURIComponent(agent.agent_id)}`;
  const url = new URL(path, `${runtimeUrl.replace(/\/+$/u, '')}/`);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('call_id', registered.call_id);
  if (registered.ticket !== undefined) url.searchParams.set('ticket', registered.ticket);
  return url;
}
