import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { MediaChannel, MediaListener, PageCall } from '../../application/ports/media-channel.ts';
import type { PageResult } from '../../domain/agents/page-tools.ts';
import type { ConversationEvent } from '../../domain/voice/conversation-events.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { MessageAllowance, TEXT_MAX } from './browser-limits.ts';
import { Inbox, type BurstQueue } from './inbox.ts';
import { PageCalls } from './page-calls.ts';
import { decodeFrame, encodeAudio, encodeMessage, type PipecatFrame } from './protocols/pipecat-frames.ts';
import {
  readClientMessage,
  RtviEvents,
  serverMessage,
  type ClientMessage,
  type ServerMessage,
} from './protocols/rtvi.ts';
import { CLOSE, type MediaSocket } from './sockets.ts';
import { StreamAllowance } from './stream-limits.ts';

/** Sample rate of browser audio, as published clients send it, in Hz. */
const BROWSER_INPUT_RATE = 16_000;
/** Lead of playout, in ms: short enough to interrupt clients that do not flush, long enough for smooth audio. */
const SEND_AHEAD_MS = 60;
/** Each message has one frame, in ms: what clients do not flush after an interruption stays short. */
const FRAME_MS = 20;
/** Most bytes waiting for a client that does not read: 10 s of audio. */
const BUFFERED_BYTES_MAX = 512 * 1024;

/** Called once when the channel closes. The code is null if the peer closed the socket. */
export type OnChannelClosed = (code: number | null, reason: string) => void;

/** The media channel of a browser: protobuf frames with RTVI messages. */
export class BrowserChannel implements MediaChannel {
  readonly inputRate = BROWSER_INPUT_RATE;
  readonly outputRate: number;
  readonly sendAheadMs = SEND_AHEAD_MS;
  readonly messageMs = FRAME_MS;
  readonly reportsPlayout = false;
  readonly #socket: MediaSocket;
  readonly #peerReady: Promise<boolean>;
  readonly #allowance: MessageAllowance;
  readonly #stream: StreamAllowance;
  readonly #clock: Clock;
  readonly #onClosed: OnChannelClosed;
  readonly #pageCalls: PageCalls;
  readonly #inbox: Inbox;
  /** Cancels the timeout for `client-ready`, and later for the first audio or text. */
  #cancelTimeout: Cancel;
  #resolveReady: (ready: boolean) => void = () => undefined;
  #readyId = '';
  #events = new RtviEvents(null);
  #listener: MediaListener | null = null;
  #isOpen = true;
  #isReady = false;
  #hasInput = false;

  constructor(
    socket: MediaSocket,
    clock: Clock,
    outputRate: number,
    bursts: BurstQueue,
    onClosed: OnChannelClosed = () => undefined,
  ) {
    this.#socket = socket;
    this.#inbox = new Inbox(bursts, clock);
    this.#clock = clock;
    this.#onClosed = onClosed;
    this.#allowance = new MessageAllowance(clock);
    this.#stream = new StreamAllowance(clock);
    this.#pageCalls = new PageCalls(clock, (message) => this.#sendMessage(message));
    this.outputRate = outputRate;
    this.#peerReady = new Promise((resolve) => (this.#resolveReady = resolve));
    this.#cancelTimeout = clock.after(TIMEOUTS_MS.client_ready, () =>
      this.refuse(CLOSE.neverReady, 'client-ready did not arrive'),
    );
    socket.listener = {
      binary: (bytes) => this.#receive(bytes),
      text: () => this.refuse(CLOSE.unsupported, 'Only binary protobuf frames are understood'),
      closed: () => this.#inbox.take(() => this.#closed(null, 'the peer closed the socket')),
    };
  }

  listen(listener: MediaListener): void {
    this.#listener = listener;
    if (!this.#isOpen) listener.closed('the peer had disconnected');
  }

  async ready(): Promise<boolean> {
    const isReady = await this.#peerReady;
    if (!isReady || !this.#isOpen) return false;
    const about = { library: 'voice-agent-platform' };
    this.#sendMessage(serverMessage('bot-ready', { version: this.#events.version, about }, this.#readyId));
    return true;
  }

  send(pcm: Int16Array): void {
    this.#write(encodeAudio(pcm, this.outputRate));
  }

  mark(): void {
    // Browsers do not report playout.
  }

  clear(): void {
    this.#sendMessage(serverMessage('server-message', { type: 'flush' }));
  }

  sendEvent(event: ConversationEvent): void {
    // Restarts the timeout: a caller without a microphone types only after the agent has finished.
    if (event.type === 'agent_speech_ended' && this.#isReady && !this.#hasInput) this.#startInputTimeout();
    for (const message of this.#events.messagesOf(event)) this.#sendMessage(message);
  }

  callPage(call: PageCall, signal: AbortSignal): Promise<PageResult> {
    return this.#pageCalls.call(call, signal);
  }

  close(reason: string): void {
    this.refuse(CLOSE.done, reason);
  }

  /** Closes the channel with a close code and reason. */
  refuse(code: number, reason: string): void {
    if (!this.#isOpen) return;
    this.#socket.close(code, reason);
    this.#closed(code, reason);
  }

  #receive(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    const excess = this.#stream.excess(bytes.length);
    if (excess === null) this.#inbox.take(() => this.#handleFrame(decodeFrame(bytes)));
    else this.refuse(CLOSE.tooMany, excess);
  }

  #handleFrame(frame: PipecatFrame | null): void {
    if (!this.#isOpen) return;
    if (frame === null) return this.refuse(CLOSE.malformed, 'Not a protobuf frame');
    if (frame.type === 'audio') return this.#receiveAudio(frame);
    const excess = this.#allowance.excess();
    if (excess !== null) return this.refuse(CLOSE.tooMany, excess);
    // A text may interrupt the agent and start a generation.
    this.#inbox.queue(() => this.#isOpen && this.#readMessage(frame));
  }

  #readMessage(frame: PipecatFrame): void {
    const message = frame.type === 'message' ? readClientMessage(frame.text) : null;
    if (message) return this.#handleMessage(message);
    this.#sendMessage(serverMessage('error-response', { error: 'Not an RTVI message' }));
  }

  #receiveAudio({ pcm, sampleRate, channels }: { pcm: Int16Array; sampleRate: number; channels: number }): void {
    if (sampleRate !== BROWSER_INPUT_RATE || channels !== 1)
      return this.refuse(CLOSE.badRequest, `Audio must be mono at ${BROWSER_INPUT_RATE} samples per second`);
    const excess = this.#stream.excessAudio((pcm.length * 1_000) / BROWSER_INPUT_RATE);
    if (excess !== null) return this.refuse(CLOSE.tooMany, excess);
    // Ignores empty frames.
    if (pcm.length === 0) return;
    this.#onInput();
    this.#listener?.audio(pcm);
  }

  #handleMessage(message: ClientMessage): void {
    switch (message.type) {
      case 'client-ready':
        return this.#onClientReady(message);
      case 'disconnect-bot':
        return this.refuse(CLOSE.done, 'disconnect-bot');
      case 'send-text':
        return this.#receiveText(message);
      case 'client-message':
        return this.#sendMessage(serverMessage('server-response', { t: message.t, d: message.d }, message.id));
      case 'llm-function-call-result':
        return this.#pageCalls.take(message.callId, message.result);
      case 'unknown':
        return this.#sendMessage(serverMessage('error-response', { error: message.problem }, message.id));
    }
  }

  #onClientReady({ id, version }: { readonly id: string; readonly version: string | null }): void {
    this.#readyId = id;
    this.#events = new RtviEvents(version);
    if (this.#isReady) return;
    this.#isReady = true;
    this.#cancelTimeout();
    if (!this.#hasInput) this.#startInputTimeout();
    this.#resolveReady(true);
  }

  /** Starts the timeout for the first audio or text. */
  #startInputTimeout(): void {
    this.#cancelTimeout();
    this.#cancelTimeout = this.#clock.after(TIMEOUTS_MS.first_input, () =>
      this.refuse(CLOSE.neverReady, 'No audio or text arrived'),
    );
  }

  #receiveText({ id, content, options }: Extract<ClientMessage, { type: 'send-text' }>): void {
    this.#onInput();
    if (content.length <= TEXT_MAX) return this.#listener?.text(content, options);
    this.#sendMessage(serverMessage('error-response', { error: `Text must have at most ${TEXT_MAX} characters` }, id));
  }

  /** The first audio or text arrived: the client may be silent from now on. */
  #onInput(): void {
    if (this.#hasInput) return;
    this.#hasInput = true;
    if (this.#isReady) this.#cancelTimeout();
  }

  #sendMessage(message: ServerMessage): void {
    this.#write(encodeMessage(JSON.stringify(message)));
  }

  #write(bytes: Uint8Array): void {
    if (!this.#isOpen) return;
    if (this.#socket.bufferedBytes > BUFFERED_BYTES_MAX) return this.refuse(CLOSE.tryLater, 'The peer does not read');
    this.#socket.send(bytes);
  }

  #closed(code: number | null, reason: string): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#cancelTimeout();
    this.#pageCalls.close();
    this.#resolveReady(false);
    this.#onClosed(code, reason);
    this.#listener?.closed(reason);
  }
}
