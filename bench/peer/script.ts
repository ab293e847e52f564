/** What both sides of the bench are given: vendors that only wait. In milliseconds. */
export const DELAYS = { stt: 150, llm: 200, tts: 80 } as const;
export const ENDPOINTING_MS = 300;
/** The caller's turns and the agent's replies. */
export const SPEECH_MS = 2_000;
export const REPLY_SECONDS = 4;
export const REPLY = 'This is the answer to everything you have asked.';
export const PROMPT = 'You are the receptionist of a small restaurant.';

/** The agent's voice: 100 ms of a tone, again and again. */
export const toneOf = (sampleRate: number): Int16Array =>
  Int16Array.from({ length: sampleRate / 10 }, (_, n) => 4_000 * Math.sin((2 * Math.PI * 440 * n) / sampleRate));

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Above the silence of a telephone. */
const LOUD = 300;
const INTERIMS = [
  { share: 0.4, text: 'what do' },
  { share: 0.8, text: 'what do you say' },
] as const;

/**
 * A recogniser of one sentence: it takes `SPEECH_MS` of audio from the first loud frame, delivers two interim transcripts
 * on the way and the final one `DELAYS.stt` after the end.
 */
export class ScriptedRecogniser {
  readonly #deliver: (text: string, final: boolean) => void;
  readonly #length: number;
  #samples = 0;
  /** A final transcript is on its way. */
  isFinalDue = false;

  constructor(sampleRate: number, deliver: (text: string, final: boolean) => void) {
    this.#length = (SPEECH_MS * sampleRate) / 1_000;
    this.#deliver = deliver;
  }

  write(pcm: Int16Array): void {
    if (this.#samples === 0 && !pcm.some((sample) => sample > LOUD)) return;
    const before = this.#samples;
    this.#samples += pcm.length;
    for (const { share, text } of INTERIMS)
      if (before < share * this.#length && this.#samples >= share * this.#length) this.#deliver(text, false);
    if (this.#samples < this.#length) return;
    this.#samples = 0;
    this.isFinalDue = true;
    setTimeout(() => {
      this.isFinalDue = false;
      this.#deliver('what do you say', true);
    }, DELAYS.stt);
  }
}
