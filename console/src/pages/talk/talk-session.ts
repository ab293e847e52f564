import { batch, signal } from '@preact/signals';
import { words } from '../../words.ts';
import { Call, socketUrl, type CallListener } from './call.ts';
import { settled, SILENCE, told } from './conversation.ts';
import { meterAfter } from './loudness.ts';
import { openSound, type Sound } from './sound.ts';
import { endWords, microphoneWords, refusalWords, type CallEnd } from './troubles.ts';

/** What must be known of an agent to call it. */
export interface Callee {
  readonly org_id: string;
  readonly agent_id: string;
}

/** A call that the API knows, and what opens its socket. */
export interface Registered {
  readonly call_id: string;
  readonly ticket: string;
}

/** Registers a call at the API, with values for the agent's placeholders. */
export type Register = (callee: Callee, variables: Readonly<Record<string, string>>) => Promise<Registered>;

/** A call that is over. `callId` is null when nothing of it was stored. */
export interface OverCall {
  readonly why: string;
  readonly callId: string | null;
}

const LEFT: CallEnd = { ended: 'caller_left', code: 1000, reason: '', wasReady: false };
const TICK_MS = 250;

/** One call after another with one agent: what the page shows of them, and what its user can do. */
export class TalkSession {
  readonly phase = signal<'before' | 'connecting' | 'live' | 'ended'>('before');
  readonly conversation = signal(SILENCE);
  readonly isMuted = signal(false);
  /** How loud the user and the agent are, from 0 to 1. */
  readonly microphoneLevel = signal(0);
  readonly voiceLevel = signal(0);
  /** What is wrong with the sound; null when nothing is. */
  readonly soundTrouble = signal<string | null>(null);
  readonly seconds = signal(0);
  readonly over = signal<OverCall | null>(null);
  readonly #runtimeUrl: string;
  readonly #register: Register;
  #sound: Sound | null = null;
  #call: Call | null = null;
  #callId = '';
  #ticking: ReturnType<typeof setInterval> | undefined;
  /** The attempt that goes on; what an older one still brings is nobody's. */
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
      const sound = await openSound({
        frame: (pcm) => this.#hear(pcm),
        lost: () => (this.soundTrouble.value = words.talk.microphoneLost),
      });
      if (this.#attempt !== attempt) return sound.close();
      this.#sound = sound;
      this.soundTrouble.value = sound.problem === null ? null : microphoneWords(sound.problem);
      const registered = await this.#register(callee, variables);
      if (this.#attempt !== attempt) return;
      this.#callId = registered.call_id;
      this.#call = new Call(socketUrl(this.#runtimeUrl, callee, registered), this.#listener());
    } catch (error) {
      if (this.#attempt === attempt) this.#finish(refusalWords(error), null);
    }
  }

  /** Ends the call that goes on, if one does. */
  hangUp(): void {
    if (this.#call) this.#call.hangUp();
    else if (this.#attempt) this.#finish(endWords(LEFT), null);
  }

  /** Says something in writing. */
  type(text: string): void {
    this.#call?.type(text);
  }

  /** Lets the agent hear silence, or the microphone again. */
  mute(muted: boolean): void {
    this.isMuted.value = muted;
    this.#sound?.mute(muted);
  }

  #listener(): CallListener {
    return {
      ready: () => this.#begin(),
      audio: (pcm) => {
        // Measured first: playing gives the samples away.
        this.voiceLevel.value = meterAfter(this.voiceLevel.peek(), pcm);
        this.#sound?.play(pcm);
      },
      flush: () => this.#sound?.flush(),
      told: (message) => {
        this.conversation.value = told(this.conversation.peek(), message);
        if (this.conversation.peek().activity !== 'speaking') this.voiceLevel.value = 0;
      },
      over: (how) => this.#finish(endWords(how), how.wasReady ? this.#callId : null),
    };
  }

  #prepare(): void {
    batch(() => {
      this.phase.value = 'connecting';
      this.conversation.value = SILENCE;
      this.soundTrouble.value = null;
      this.isMuted.value = false;
      this.seconds.value = 0;
      this.over.value = null;
    });
  }

  #begin(): void {
    const startedAt = performance.now();
    this.#ticking = setInterval(() => {
      this.seconds.value = Math.floor((performance.now() - startedAt) / 1000);
    }, TICK_MS);
    this.phase.value = 'live';
  }

  #hear(pcm: Int16Array): void {
    this.#call?.speak(pcm);
    this.microphoneLevel.value = meterAfter(this.microphoneLevel.peek(), pcm);
  }

  #finish(why: string, callId: string | null): void {
    this.#attempt = null;
    this.#call = null;
    this.#sound?.close();
    this.#sound = null;
    clearInterval(this.#ticking);
    batch(() => {
      this.phase.value = 'ended';
      this.conversation.value = settled(this.conversation.peek());
      this.microphoneLevel.value = 0;
      this.voiceLevel.value = 0;
      this.over.value = { why, callId };
    });
  }
}
