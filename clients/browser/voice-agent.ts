import type { AudioSession } from './audio-session.ts';
import { browserParts, type BrowserParts } from './browser-parts.ts';
import { CallSocket, type CallListener } from './call-socket.ts';
import { activityIn, Captions } from './captions.ts';
import { Emitter } from './emitter.ts';
import { abandoned, causeOf, ended, endedBySocket, mayRetry, VoiceAgentError, type SocketEnd } from './ended.ts';
import type { Activity, CallState, CallEnd, VoiceAgentEvents } from './events.ts';
import type { RtviMessage } from './frames.ts';
import { meterAfter } from './loudness.ts';
import { eventsIn } from './message-events.ts';
import { runPageTool, toolCallIn } from './page-tools.ts';
import { addressOf, readTicket, type Ticket } from './ticket.ts';
import type { TextOptions, VoiceAgentOptions } from './voice-agent-options.ts';

/** Waits before a socket that was lost before the agent was ready is opened again, with the same ticket. In milliseconds. */
const RETRY_MS = [500, 1_000];
const SILENCE = new Int16Array(320);

/** One call after another with one agent. */
export class VoiceAgent {
  readonly #options: VoiceAgentOptions;
  readonly #parts: BrowserParts;
  readonly #events = new Emitter<VoiceAgentEvents>();
  #state: CallState = 'idle';
  #activity: Activity = 'listening';
  #isMuted = false;
  #levels = { microphone: 0, agent: 0 };
  #captions = new Captions();
  #audio: AudioSession | null = null;
  #socket: CallSocket | null = null;
  #callId: string | null = null;
  #stopWaiting: () => void = () => undefined;
  #stopWatching: () => void = () => undefined;
  /** The present call. What older ones still bring is ignored. */
  #attempt: symbol | null = null;

  constructor(options: VoiceAgentOptions, parts: BrowserParts = browserParts) {
    this.#options = options;
    this.#parts = parts;
  }

  get state(): CallState {
    return this.#state;
  }

  get activity(): Activity {
    return this.#activity;
  }

  get isMuted(): boolean {
    return this.#isMuted;
  }

  /** Once the ticket names it. */
  get callId(): string | null {
    return this.#callId;
  }

  /** Adds a listener. The answer removes it. */
  on<Type extends keyof VoiceAgentEvents>(type: Type, listener: (event: VoiceAgentEvents[Type]) => void): () => void {
    return this.#events.on(type, listener);
  }

  /**
   * Calls the agent. To be called while a click is handled: browsers keep audio silent otherwise. Resolves when the agent is
   * ready. Rejects with a `VoiceAgentError` when the call ends before, which `ended` reports as well.
   */
  async connect(): Promise<void> {
    if (this.#attempt) throw new Error('There is a call already: end it with disconnect() first');
    const attempt = (this.#attempt = Symbol('attempt'));
    this.#begin();
    try {
      await this.#openAudio(attempt);
      const ticket = await this.#readTicket(attempt);
      await this.#dial(attempt, ticket);
    } catch (error) {
      const fault = error instanceof VoiceAgentError ? error : new VoiceAgentError(ended('no_audio', { cause: error }));
      if (this.#attempt === attempt) this.#end(fault.ended);
      throw fault;
    }
  }

  /** Ends the call, if there is one. */
  disconnect(): void {
    if (this.#socket) this.#socket.hangUp();
    else if (this.#attempt) this.#end(ended('caller_left', { reported: 'caller_left', callId: this.#callId }));
  }

  /** Mutes or unmutes the microphone. */
  mute(muted: boolean): void {
    this.#isMuted = muted;
    this.#audio?.mute(muted);
  }

  /** Sends a text that the caller typed. False while there is no live call. */
  sendText(content: string, { hasVoice = this.#isVoice, interrupts = true }: TextOptions = {}): boolean {
    if (this.#state !== 'live') return false;
    this.#socket?.send('send-text', { content, options: { run_immediately: interrupts, audio_response: hasVoice } });
    return true;
  }

  /** Uses another microphone in the present call. A `warning` says when it cannot be opened. */
  async useMicrophone(deviceId: string): Promise<void> {
    await this.#audio?.useMicrophone(deviceId);
  }

  /** Plays on another loudspeaker in the present call. False where the browser cannot. */
  async useSpeaker(deviceId: string): Promise<boolean> {
    return (await this.#audio?.useSpeaker(deviceId)) ?? false;
  }

  get #isVoice(): boolean {
    return this.#options.mode !== 'text';
  }

  #begin(): void {
    this.#callId = null;
    this.#isMuted = false;
    this.#captions = new Captions();
    this.#levels = { microphone: 0, agent: 0 };
    this.#activity = 'listening';
    this.#stopWatching = this.#parts.onLeave(() => this.disconnect());
    this.#setState('connecting');
  }

  async #openAudio(attempt: symbol): Promise<void> {
    if (!this.#isVoice) return;
    const { workletUrl = null, microphoneId = null, speakerId = null } = this.#options;
    const audio = await this.#parts.openAudio(
      { workletUrl, microphoneId, speakerId },
      {
        onFrame: (pcm) => this.#onMicrophone(pcm),
        onWarning: (warning) => this.#attempt === attempt && this.#events.emit('warning', warning),
        onRecovered: (code) => this.#attempt === attempt && this.#events.emit('recovered', { code }),
      },
    );
    if (this.#attempt !== attempt) {
      audio.close();
      throw abandoned();
    }
    this.#audio = audio;
    audio.mute(this.#isMuted);
  }

  async #readTicket(attempt: symbol): Promise<Ticket> {
    const { ticket: source, agent, variables } = this.#options;
    const request = {
      ...(agent !== undefined && { agent_id: agent }),
      ...(variables && { custom_variables: variables }),
    };
    const ticket = await readTicket(source, request, this.#parts.fetch);
    if (this.#attempt !== attempt) throw abandoned();
    this.#callId = ticket.call_id ?? null;
    return ticket;
  }

  /** Opens the socket, again if it is lost before the agent is ready. */
  async #dial(attempt: symbol, ticket: Ticket): Promise<void> {
    let before: SocketEnd | null = null;
    for (let tries = 0; ; tries += 1) {
      const end = await this.#open(ticket);
      if (this.#attempt !== attempt) throw abandoned();
      if (end === null) return;
      const waitMs = RETRY_MS[tries];
      if (waitMs === undefined || !mayRetry(end))
        throw new VoiceAgentError(endedBySocket(causeOf(before, end), this.#callId));
      before = end;
      await this.#wait(waitMs * (0.8 + 0.4 * this.#parts.random()));
      if (this.#attempt !== attempt) throw abandoned();
    }
  }

  /** Resolves with null when the agent is ready, and with the end of a socket that is closed before. */
  #open(ticket: Ticket): Promise<SocketEnd | null> {
    return new Promise((resolve) => {
      const listener: CallListener = {
        onReady: () => {
          this.#onReady();
          resolve(null);
        },
        onAudio: (pcm) => this.#onAudio(pcm),
        onFlush: () => this.#audio?.flush(),
        onMessage: (message) => this.#onMessage(message),
        onEnd: (how) => {
          this.#socket = null;
          if (how.wasLive || how.reported === 'caller_left') this.#end(endedBySocket(how, this.#callId));
          resolve(how);
        },
      };
      try {
        this.#socket = new CallSocket(addressOf(ticket), listener, this.#parts);
      } catch (error) {
        resolve({ code: 0, detail: String(error), reported: null, wasLive: false });
      }
    });
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.after(ms, resolve);
      this.#stopWaiting = () => {
        cancel();
        resolve();
      };
    });
  }

  #onReady(): void {
    this.#setState('live');
    // Without audio and text the runtime would end the call after a while: who reads may take longer.
    if (!this.#isVoice) this.#socket?.sendAudio(SILENCE);
  }

  #onMicrophone(pcm: Int16Array<ArrayBuffer>): void {
    this.#socket?.sendAudio(pcm);
    this.#measure('microphone', pcm);
  }

  #onAudio(pcm: Int16Array<ArrayBuffer>): void {
    // Measured first: playing gives the samples away.
    this.#measure('agent', pcm);
    this.#audio?.play(pcm);
  }

  #measure(side: 'microphone' | 'agent', pcm: Int16Array): void {
    if (!this.#events.has('level')) return;
    const quiet = side === 'microphone' && this.#activity !== 'speaking' ? { agent: 0 } : {};
    this.#levels = { ...this.#levels, ...quiet, [side]: meterAfter(this.#levels[side], pcm) };
    this.#events.emit('level', this.#levels);
  }

  #onMessage(message: RtviMessage): void {
    const call = toolCallIn(message);
    if (call) {
      const socket = this.#socket;
      void runPageTool(
        this.#options.tools ?? {},
        call,
        (type, data) => socket?.send(type, data),
        (event) => this.#events.emit('tool', event),
      );
    }
    const activity = activityIn(message);
    if (activity && activity !== this.#activity) {
      this.#activity = activity;
      this.#events.emit('activity', activity);
    }
    for (const caption of this.#captions.take(message)) this.#events.emit('caption', caption);
    for (const emit of eventsIn(message)) emit(this.#events);
    this.#events.emit('message', message);
  }

  #end(how: CallEnd): void {
    this.#attempt = null;
    this.#audio?.close();
    [this.#socket, this.#audio] = [null, null];
    this.#stopWaiting();
    this.#stopWatching();
    for (const caption of this.#captions.end()) this.#events.emit('caption', caption);
    this.#setState('ended');
    this.#events.emit('ended', how);
  }

  #setState(state: CallState): void {
    this.#state = state;
    this.#events.emit('state', state);
  }
}
