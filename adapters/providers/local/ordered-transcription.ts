import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { PreRoll } from '../_speech/pre-roll.ts';
import type { Recogniser, Utterance } from './recogniser.ts';

const SAMPLES_PER_SECOND = 16_000;
const PRE_ROLL = 0.3 * SAMPLES_PER_SECOND;
const LONGEST_UTTERANCE = 30 * SAMPLES_PER_SECOND;
const NO_AUDIO = new Int16Array(0);

/** An utterance somebody waits for: what became of it is told when all earlier ones have been. */
interface Awaited {
  readonly utterance: Utterance;
  tell: (() => void) | null;
}

/** After how much silence an utterance is over: any, and one that is whole as far as it was understood. */
interface Timing {
  readonly endpointingMs: number;
  readonly wholeMs?: number;
}

/** One caller's stream of utterances: each is answered exactly once, in the order they were spoken. */
export class OrderedTranscription implements Transcription {
  readonly #timing: Timing;
  readonly #recogniser: Recogniser;
  readonly #listener: TranscriptionListener;
  readonly #converted: (pcm: Int16Array) => Int16Array;
  readonly #preRoll = new PreRoll(PRE_ROLL);
  #awaited: readonly Awaited[] = [];
  #spoken: Utterance | null = null;
  #spokenLength = 0;
  #closed = false;

  /** `converted` answers a frame as 16 kHz audio in memory of its own. */
  constructor(
    recogniser: Recogniser,
    listener: TranscriptionListener,
    { converted, ...timing }: Timing & { converted: (pcm: Int16Array) => Int16Array },
  ) {
    this.#recogniser = recogniser;
    this.#listener = listener;
    this.#timing = timing;
    this.#converted = converted;
  }

  get endpointingMs(): number {
    const { endpointingMs, wholeMs = endpointingMs } = this.#timing;
    return this.#spoken?.isWhole === true ? wholeMs : endpointingMs;
  }

  write(pcm: Int16Array): void {
    if (this.#closed) return;
    const audio = this.#converted(pcm);
    if (!this.#spoken) return this.#preRoll.push(audio);
    this.#spoken.write(audio);
    this.#spokenLength += audio.length;
    if (this.#spokenLength >= LONGEST_UTTERANCE) this.#cut();
  }

  begin(): void {
    if (!this.#closed && !this.#spoken) this.#start(this.#preRoll.take());
  }

  finish(): void {
    this.#spoken?.finish();
    this.#spoken = null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { utterance } of this.#awaited) utterance.discard();
    this.#awaited = [];
    this.#spoken = null;
    this.#recogniser.close();
  }

  /** Somebody speaks without end: what was said so far is an utterance, the rest is another. */
  #cut(): void {
    this.finish();
    this.#start(NO_AUDIO);
  }

  #start(preRoll: Int16Array): void {
    const utterance = this.#recogniser.begin(preRoll, (text) => {
      if (this.#awaited[0]?.utterance === utterance) this.#listener.heard({ text, final: false });
    });
    const awaited: Awaited = { utterance, tell: null };
    this.#awaited = [...this.#awaited, awaited];
    this.#spoken = utterance;
    this.#spokenLength = 0;
    void utterance.result.then(
      (text) => this.#settled(awaited, () => this.#listener.heard({ text, final: true })),
      (failure: VendorFailure) => this.#settled(awaited, () => this.#listener.failed(failure)),
    );
  }

  #settled(awaited: Awaited, tell: () => void): void {
    awaited.tell = tell;
    if (this.#spoken === awaited.utterance) {
      awaited.utterance.discard();
      this.#spoken = null;
    }
    for (let first = this.#awaited[0]; first?.tell; first = this.#awaited[0]) {
      this.#awaited = this.#awaited.slice(1);
      first.tell();
    }
  }
}
