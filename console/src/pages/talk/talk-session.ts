import { batch, signal } from '@preact/signals';
import { strings } from './strings.ts';
import { CallClient, socketUrl, type CallListener } from './call-client.ts';
import { withoutInterim, EMPTY_CONVERSATION, onMessage } from './conversation.ts';
import { meterAfter } from './loudness.ts';
import { openAudioSession, type AudioSession } from './audio-session.ts';
import { callEndMessageAfter, microphoneMessage, refusalMessage, type CallEnd } from './call-end-messages.ts';

/** What must be known of an agent to call it. */
export interface Callee {
  readonly org_id: string;
  readonly agent_id: string;
}

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

const LEFT: CallEnd = { endReason: 'caller_left', code: 1000, reason: '', wasReady: false };
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
  #audio: AudioSession | null = null;
  #call: CallClient | null = null;
  #callId = '';
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The current attempt. Results of older ones are ignored. */
  #attempt: symbol | null = null;

  constructor(runtimeUrl: string, register: Register) {
    this.#runtimeUrl = runtimeUrl;
    this.#register = register;
  }

  /** Calls the agent, with values for its placeholders. To be called while a click is handled. */
  async start(callee: Callee, variables: Readonly<Record<string, string>>): Promise<void> {
    const attempt = (this.#attempt = Symbol('attempt'));
    this.#prepare();
    try {
      const audio = await openAudioSession({
        onFrame: (pcm) => this.#onMicrophoneFrame(pcm),
        onMicrophoneLost: () => (this.audioProblem.value = strings.microphoneLost),
      });
      if (this.#attempt !== attempt) return audio.close();
      this.#audio = audio;
      this.audioProblem.value = audio.problem === null ? null : microphoneMessage(audio.problem);
      const registered = await this.#register(callee, variables);
      if (this.#attempt !== attempt) return;
      this.#callId = registered.call_id;
      this.#call = new CallClient(socketUrl(this.#runtimeUrl, callee, registered), this.#listener());
    } catch (error) {
      if (this.#attempt === attempt) this.#end(refusalMessage(error), null);
    }
  }

  /** Ends the live call, if any. */
  hangUp(): void {
    if (this.#call) this.#call.hangUp();
    else if (this.#attempt) this.#end(callEndMessageAfter(null, LEFT), null);
  }

  /** Sends text input. */
  type(text: string): void {
    this.#call?.sendText(text);
  }

  /** Mutes or unmutes the microphone. */
  mute(muted: boolean): void {
    this.isMuted.value = muted;
    this.#audio?.mute(muted);
  }

  #listener(): CallListener {
    return {
      onReady: () => this.#onReady(),
      onAudio: (pcm) => {
        // Measured first: playing gives the samples away.
        this.voiceLevel.value = meterAfter(this.voiceLevel.peek(), pcm);
        this.#audio?.play(pcm);
      },
      onFlush: () => this.#audio?.flush(),
      onMessage: (message) => {
        this.conversation.value = onMessage(this.conversation.peek(), message);
        if (this.conversation.peek().activity !== 'speaking') this.voiceLevel.value = 0;
      },
      onEnd: (end) =>
        this.#end(callEndMessageAfter(this.conversation.peek().fault, end), end.wasReady ? this.#callId : null),
    };
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

  #onReady(): void {
    const startedAt = performance.now();
    this.#ticking = setInterval(() => {
      this.seconds.value = Math.floor((performance.now() - startedAt) / 1000);
    }, TICK_MS);
    batch(() => {
      this.phase.value = 'live';
      this.callId.value = this.#callId;
    });
  }

  #onMicrophoneFrame(pcm: Int16Array): void {
    this.#call?.sendAudio(pcm);
    this.microphoneLevel.value = meterAfter(this.microphoneLevel.peek(), pcm);
  }

  #end(message: string, callId: string | null): void {
    this.#attempt = null;
    this.#call = null;
    this.#audio?.close();
    this.#audio = null;
    clearInterval(this.#ticking);
    batch(() => {
      this.phase.value = 'ended';
      this.conversation.value = withoutInterim(this.conversation.peek());
      this.microphoneLevel.value = 0;
      this.voiceLevel.value = 0;
      this.endedCall.value = { message, callId };
    });
  }
}
