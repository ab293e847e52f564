import type { Callee } from './callee.ts';
import type { CalleeSpeech, CalleeUtterance } from './callee-speech.ts';

/** Silence that ends the other side's turn. In milliseconds. */
const PAUSE_MS = 900;
/** Delay before a callee says hello, and a caller's wait for a greeting. In milliseconds. */
const HELLO_MS = 300;
const WAIT_FOR_GREETING_MS = 4_000;
/** Keys that a menu remembers. */
const KEYS_MAX = 32;
/** Longest call in which the other side says nothing. In milliseconds. */
const SILENT_CALL_MS = 20_000;
/** A person who hangs up soon waits no longer for the other side to begin. In milliseconds. */
const WAIT_FOR_WORDS_MS = 10_000;

/** What the person observes of the other side. */
export interface Surroundings {
  readonly nowMs: number;
  readonly otherIsSpeaking: boolean;
}

/** A simulated person on a call: speaks in turn and hangs up when everything is said. */
export class Person {
  readonly #callee: Callee;
  readonly #utterances: Promise<readonly CalleeUtterance[]>;
  #remaining: CalleeUtterance[] | null = null;
  readonly #speech: CalleeSpeech;
  #keys = '';
  #frames: string[] = [];
  #spoke = false;
  #answeredSince = false;
  #quietSince: number | null = null;
  #joinedAt: number | null = null;
  #heardAt: number | null = null;
  #recordsSince: number | null = null;

  constructor(callee: Callee, speech: CalleeSpeech) {
    this.#callee = callee;
    this.#speech = speech;
    this.#utterances = utterancesOf(callee, speech);
    this.#utterances.then(
      (utterances) => (this.#remaining = [...utterances]),
      () => (this.#remaining = []),
    );
  }

  /** When a mailbox began to record: after its greeting and the beep. Null before, and of people. */
  get recordsSince(): number | null {
    return this.#recordsSince;
  }

  get isSpeaking(): boolean {
    return this.#frames.length > 0;
  }

  /** Says this at once and drops the current utterance. */
  say(utterance: CalleeUtterance): void {
    this.#frames = utterance.toReversed();
    this.#spoke = true;
    this.#answeredSince = false;
  }

  /** The other side pressed keys: a menu answers. */
  hear(keys: string): void {
    this.#keys = `${this.#keys}${keys}`.slice(-KEYS_MAX);
    const choice = Object.entries(this.#callee.menu).find(([wanted]) => this.#keys.endsWith(wanted));
    if (!choice) return;
    this.#keys = '';
    void this.#speech.say(choice[1]).then(
      (utterance) => this.say(utterance),
      () => undefined,
    );
  }

  /** The next 20 ms of speech, or null for silence. */
  frame(): string | null {
    return this.#frames.pop() ?? null;
  }

  /** Advances the conversation. Answers true when the person hangs up. `calls`: whether this person placed the call. */
  observe(surroundings: Surroundings, calls: boolean): boolean {
    const { behaviour } = this.#callee;
    if (behaviour === 'voicemail' && this.#spoke && !this.isSpeaking) this.#recordsSince ??= surroundings.nowMs;
    return this.#hasHeardEnough(surroundings) || this.#converse(surroundings, calls);
  }

  /** Whether a person who hangs up soon after the beginning has heard the other side for long enough. */
  #hasHeardEnough({ nowMs, otherIsSpeaking }: Surroundings): boolean {
    const { hangUpAfterMs } = this.#callee;
    if (hangUpAfterMs === null) return false;
    this.#joinedAt ??= nowMs;
    if (otherIsSpeaking) this.#heardAt ??= nowMs;
    return nowMs >= (this.#heardAt ?? this.#joinedAt + WAIT_FOR_WORDS_MS) + hangUpAfterMs;
  }

  #converse({ nowMs, otherIsSpeaking }: Surroundings, calls: boolean): boolean {
    if (otherIsSpeaking) {
      this.#answeredSince = true;
      this.#quietSince = null;
      return false;
    }
    if (this.isSpeaking || this.#remaining === null) {
      this.#quietSince = null;
      return false;
    }
    this.#quietSince ??= nowMs;
    const quietMs = nowMs - this.#quietSince;
    const next = this.#remaining[0];
    if (next !== undefined && quietMs >= this.#pauseBefore(calls)) {
      this.#remaining.shift();
      this.say(next);
      this.#quietSince = null;
      return false;
    }
    if (next !== undefined) return false;
    return (
      quietMs >=
      (this.#answeredSince ? this.#callee.silenceTimeoutMs : Math.max(SILENT_CALL_MS, this.#callee.silenceTimeoutMs))
    );
  }

  #pauseBefore(calls: boolean): number {
    if (this.#callee.behaviour === 'voicemail') return 0;
    if (this.#answeredSince) return PAUSE_MS;
    if (this.#spoke) return SILENT_CALL_MS;
    return calls ? WAIT_FOR_GREETING_MS : HELLO_MS;
  }
}

async function utterancesOf(
  { behaviour, say, wav }: Callee,
  speech: CalleeSpeech,
): Promise<readonly CalleeUtterance[]> {
  if (wav) return [speech.wav(wav)];
  const utterances = await Promise.all(say.map((text) => speech.say(text)));
  return behaviour === 'voicemail' ? [[...utterances.flat(), ...speech.beep()]] : utterances;
}
