import type { Callee } from './callee.ts';
import type { CalleeSpeech, CalleeUtterance } from './callee-speech.ts';

/** The other side has finished when it was silent for so long. In milliseconds. */
const PAUSE_MS = 900;
/** Whoever is called says hello so soon; whoever calls waits so long for the other side to begin. In milliseconds. */
const HELLO_MS = 300;
const WAIT_FOR_GREETING_MS = 4_000;
/** Nobody stays on a line on which nothing was ever said. In milliseconds. */
const SILENT_CALL_MS = 20_000;

/** What a person on the telephone notices of the other side. */
export interface Surroundings {
  readonly nowMs: number;
  readonly otherIsSpeaking: boolean;
}

/** Somebody on the telephone: speaks when it is their turn, and hangs up when there is nothing left to say. */
export class Person {
  readonly #callee: Callee;
  readonly #utterances: Promise<readonly CalleeUtterance[]>;
  #remaining: CalleeUtterance[] | null = null;
  #frames: string[] = [];
  #spoke = false;
  #answeredSince = false;
  #quietSince: number | null = null;

  constructor(callee: Callee, speech: CalleeSpeech) {
    this.#callee = callee;
    this.#utterances = utterancesOf(callee, speech);
    this.#utterances.then(
      (utterances) => (this.#remaining = [...utterances]),
      () => (this.#remaining = []),
    );
  }

  get isSpeaking(): boolean {
    return this.#frames.length > 0;
  }

  /** Says this at once, instead of what is being said. */
  say(utterance: CalleeUtterance): void {
    this.#frames = utterance.toReversed();
    this.#spoke = true;
    this.#answeredSince = false;
  }

  /** The next 20 ms of what is said, or null for silence. */
  frame(): string | null {
    return this.#frames.pop() ?? null;
  }

  /** Notices what happens. Answers true when it is time to hang up. `calls`: whether this person made the call. */
  observe({ nowMs, otherIsSpeaking }: Surroundings, calls: boolean): boolean {
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
