import { batch, signal } from '@preact/signals';
import { VoiceAgent, type CallEnd } from '../../../../clients/browser/index.ts';
// oxlint-disable-next-line import/default -- the build makes this module: the address of the worklet's file
import workletUrl from '../../../../clients/browser/worklet.ts?worker&url';
import { callEndMessageAfter, microphoneMessage } from './call-end-messages.ts';
import { EMPTY_CONVERSATION, onMessage, withoutInterim } from './conversation.ts';
import { socketUrl, type Callee } from './socket-url.ts';

/** A call that the API knows, and what opens its socket. */
export interface RegisteredCall {
  readonly call_id: string;
  readonly ticket: string;
}

/** Registers a call at the API, with values for the agent's placeholders. */
export type Register = (callee: Callee, variables: Readonly<Record<string, string>>) => Promise<RegisteredCall>;

/** A call that is over. `callId` is null when nothing of it was stored. */
export interface EndedCall {
  readonly message: string;
  readonly callId: string | null;
}

const TICK_MS = 250;

/** One call after another with one agent: what the page shows of them, and what its user can do. */
export class TalkSession {
  readonly phase = signal<'before' | 'connecting' | 'live' | 'ended'>('before');
  readonly conversation = signal(EMPTY_CONVERSATION);
  readonly isMuted = signal(false);
  /** How loud the user and the agent are, from 0 to 1. */
  readonly microphoneLevel = signal(0);
  readonly voiceLevel = signal(0);
  /** What is wrong with the sound; null when nothing is. */
  readonly audioProblem = signal<string | null>(null);
  readonly seconds = signal(0);
  readonly endedCall = signal<EndedCall | null>(null);
  /** The id of the call once its agent is ready. Null before. */
  readonly callId = signal<string | null>(null);
  readonly #runtimeUrl: string;
  readonly #register: Register;
  #call: VoiceAgent | null = null;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor(runtimeUrl: string, register: Register) {
    this.#runtimeUrl = runtimeUrl;
    this.#register = register;
  }

  /** Calls the agent, with values for its placeholders. To be called while a click is handled. */
  async start(callee: Callee, variables: Readonly<Record<string, string>>): Promise<void> {
    this.#prepare();
    const ticket = async () => {
      const registered = await this.#register(callee, variables);
      return { ...registered, socket_url: socketUrl(this.#runtimeUrl, callee) };
    };
    const call = (this.#call = new VoiceAgent({ ticket, workletUrl }));
    this.#follow(call);
    // The end of the call says why.
    await call.connect().catch(() => undefined);
  }

  /** Ends the live call, if any. */
  hangUp(): void {
    this.#call?.disconnect();
  }

  /** Sends text input. */
  type(text: string): void {
    this.#call?.sendText(text);
  }

  /** Mutes or unmutes the microphone. */
  mute(muted: boolean): void {
    this.isMuted.value = muted;
    this.#call?.mute(muted);
  }

  #follow(call: VoiceAgent): void {
    call.on('state', (state) => state === 'live' && this.#onReady(call));
    call.on('level', ({ microphone, agent }) => {
      this.microphoneLevel.value = microphone;
      this.voiceLevel.value = agent;
    });
    call.on('warning', ({ code }) => {
      const message = microphoneMessage(code);
      if (message !== null) this.audioProblem.value = message;
    });
    call.on('recovered', ({ code }) => {
      if (this.audioProblem.peek() === microphoneMessage(code)) this.audioProblem.value = null;
    });
    call.on('message', (message) => {
      this.conversation.value = onMessage(this.conversation.peek(), message);
    });
    call.on('ended', (how) => this.#end(how));
  }

  #prepare(): void {
    batch(() => {
      this.phase.value = 'connecting';
      this.conversation.value = EMPTY_CONVERSATION;
      this.audioProblem.value = null;
      this.isMuted.value = false;
      this.seconds.value = 0;
      this.endedCall.value = null;
      this.callId.value = null;
    });
  }

  #onReady({ callId }: VoiceAgent): void {
    const startedAt = performance.now();
    this.#ticking = setInterval(() => {
      this.seconds.value = Math.floor((performance.now() - startedAt) / 1000);
    }, TICK_MS);
    batch(() => {
      this.phase.value = 'live';
      this.callId.value = callId;
    });
  }

  #end(how: CallEnd): void {
    this.#call = null;
    clearInterval(this.#ticking);
    const message = callEndMessageAfter(this.conversation.peek().fault, how);
    batch(() => {
      this.phase.value = 'ended';
      this.conversation.value = withoutInterim(this.conversation.peek());
      this.microphoneLevel.value = 0;
      this.voiceLevel.value = 0;
      this.endedCall.value = { message, callId: how.wasLive ? how.callId : null };
    });
  }
}
