import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import { wordsFrom } from '../_speech/placed-words.ts';
import { PreRoll } from '../_speech/pre-roll.ts';
import type { Recogniser, RecognisedUtterance } from './recogniser.ts';

const SAMPLES_PER_SECOND = 16_000;
const UTTERANCE_MAX_SAMPLES = 30 * SAMPLES_PER_SECOND;
const NO_AUDIO = new Int16Array(0);

/** An utterance that awaits its result. Results are delivered in order. */
interface PendingResult {
  readonly number: number;
  readonly utterance: RecognisedUtterance;
  deliver: (() => void) | null;
}

/** Silence that ends an utterance, and a shorter one for utterances that are complete as far as recognised. */
interface Timing {
  readonly endpointingMs: number;
  readonly completeMs?: number;
}

/** Results of one caller's utterances: exactly one per utterance, numbered in the order they were spoken. */
export class OrderedTranscription implements Transcription {
  readonly #timing: Timing;
  readonly #recogniser: Recogniser;
  readonly #listener: TranscriptionListener;
  readonly #convert: (pcm: Int16Array) => Int16Array;
  readonly #preRoll = new PreRoll(SAMPLES_PER_SECOND);
  #pending: readonly PendingResult[] = [];
  #started = 0;
  #current: RecognisedUtterance | null = null;
  #currentLength = 0;
  #written = 0;
  #closed = false;

  /** `convert` returns a frame as 16 kHz audio in memory of its own. */
  constructor(
    recogniser: Recogniser,
    listener: TranscriptionListener,
    { convert, ...timing }: Timing & { convert: (pcm: Int16Array) => Int16Array },
  ) {
    this.#recogniser = recogniser;
    this.#listener = listener;
    this.#timing = timing;
    this.#convert = convert;
  }

  get endpointingMs(): number {
    const { endpointingMs, completeMs = endpointingMs } = this.#timing;
    return this.#current?.isComplete === true ? completeMs : endpointingMs;
  }

  write(pcm: Int16Array): void {
    if (this.#closed) return;
    const audio = this.#convert(pcm);
    this.#written += audio.length;
    if (!this.#current) return this.#preRoll.push(audio);
    this.#current.write(audio);
    this.#currentLength += audio.length;
    if (this.#currentLength >= UTTERANCE_MAX_SAMPLES) this.#split();
  }

  startUtterance(): void {
    if (!this.#closed && !this.#current) this.#start(this.#preRoll.take());
  }

  endUtterance(): void {
    this.#current?.end();
    this.#current = null;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    for (const { utterance } of this.#pending) utterance.discard();
    this.#pending = [];
    this.#current = null;
    this.#recogniser.close();
  }

  /** Splits speech beyond the maximum length into two utterances. */
  #split(): void {
    this.endUtterance();
    this.#start(NO_AUDIO);
  }

  #start(preRoll: Int16Array): void {
    const number = this.#started++;
    const startMs = ((this.#written - preRoll.length) / SAMPLES_PER_SECOND) * 1_000;
    const report = (text: string, words?: readonly CallerWord[]): void =>
      this.#listener.transcript({
        text,
        final: words !== undefined,
        utterance: number,
        ...(words?.length && { words }),
      });
    const utterance = this.#recogniser.startUtterance(preRoll, (text) => {
      if (this.#pending[0]?.number === number) report(text);
    });
    const pending: PendingResult = { number, utterance, deliver: null };
    this.#pending = [...this.#pending, pending];
    this.#current = utterance;
    this.#currentLength = 0;
    void utterance.result.then(
      (text) => this.#onResult(pending, () => report(text, wordsFrom(startMs, utterance.words))),
      (failure: VendorFailure) => this.#onResult(pending, () => this.#listener.failed(failure)),
    );
  }

  #onResult(pending: PendingResult, deliver: () => void): void {
    pending.deliver = deliver;
    if (this.#current === pending.utterance) {
      pending.utterance.discard();
      this.#current = null;
    }
    for (let first = this.#pending[0]; first?.deliver; first = this.#pending[0]) {
      this.#pending = this.#pending.slice(1);
      first.deliver();
    }
  }
}
