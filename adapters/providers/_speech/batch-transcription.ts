import { UTTERANCE_MAX_MS } from '../../../domain/audio/utterances.ts';
import type { Transcript, Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { rejectAfter } from '../../lib/timeout.ts';
import { concatAudio } from './pcm.ts';
import { wordsFrom } from './placed-words.ts';
import { PreRoll } from './pre-roll.ts';
import { UtteranceQueue, type UtteranceSlot } from './utterance-queue.ts';

interface BufferedUtterance {
  readonly slot: UtteranceSlot;
  /** Aborted when the utterance ends: its final transcript replaces the one of a probe. */
  readonly ended: AbortController;
  readonly audio: Int16Array[];
  samples: number;
  /** Where its audio begins in all audio that was written, in ms. */
  readonly startMs: number;
}

/** A transcript, and the times of its words from the start of the audio. */
export type TranscribedAudio = Pick<Transcript, 'text' | 'words'>;

/** Transcribes one utterance. Throws a VendorFailure on error. */
export type Transcribe = (pcm: Int16Array, signal: AbortSignal) => Promise<TranscribedAudio>;

/**
 * Batch transcription: sends each utterance when it ends, and once more after a retryable failure. A probe is one more
 * request for the utterance so far.
 */
export class BatchTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly interimGapMs = null;
  readonly #transcribe: Transcribe;
  readonly #queue: UtteranceQueue;
  readonly #preRoll: PreRoll;
  readonly #maxSamples: number;
  readonly #sampleRate: number;
  readonly #closed = new AbortController();
  #current: BufferedUtterance | null = null;
  #isProbing = false;
  #sentSamples = 0;
  #writtenSamples = 0;

  constructor(
    transcribe: Transcribe,
    listener: TranscriptionListener,
    { endpointingMs, sampleRate }: { endpointingMs: number; sampleRate: number },
  ) {
    this.#transcribe = transcribe;
    this.#queue = new UtteranceQueue(listener);
    this.#preRoll = new PreRoll(sampleRate);
    this.#maxSamples = (UTTERANCE_MAX_MS / 1_000) * sampleRate;
    this.#sampleRate = sampleRate;
    this.endpointingMs = endpointingMs;
  }

  /** Audio of all requests, repeated ones and probes too. */
  get sentMs(): number {
    return (this.#sentSamples / this.#sampleRate) * 1_000;
  }

  write(pcm: Int16Array): void {
    if (this.#closed.signal.aborted) return;
    const audio = pcm.slice();
    this.#writtenSamples += audio.length;
    if (!this.#current) return this.#preRoll.push(audio);
    this.#current.audio.push(audio);
    this.#current.samples += audio.length;
    if (this.#current.samples >= this.#maxSamples) this.#split();
  }

  startUtterance(): void {
    if (!this.#closed.signal.aborted && !this.#current) this.#start(this.#preRoll.take());
  }

  endUtterance(): void {
    const utterance = this.#current;
    this.#current = null;
    if (!utterance) return;
    utterance.ended.abort();
    void this.#transcribeWithRetry(utterance);
  }

  readonly probe = (): void => {
    if (this.#current && !this.#isProbing) void this.#probe(this.#current);
  };

  close(): void {
    this.#closed.abort();
    this.#queue.close();
    this.#current = null;
  }

  #split(): void {
    this.endUtterance();
    this.#start(new Int16Array(0));
  }

  #start(preRoll: Int16Array): void {
    const startMs = ((this.#writtenSamples - preRoll.length) / this.#sampleRate) * 1_000;
    const ended = new AbortController();
    this.#current = { slot: this.#queue.add(), ended, audio: [preRoll], samples: 0, startMs };
  }

  async #probe({ slot, ended, audio }: BufferedUtterance): Promise<void> {
    this.#isProbing = true;
    try {
      const { text } = await this.#transcribeInTime(concatAudio(audio), ended.signal);
      if (!ended.signal.aborted) slot.probed({ text });
    } catch {
      // Only the final transcript counts. Its own failure is reported.
    } finally {
      this.#isProbing = false;
    }
  }

  #transcribeInTime(audio: Int16Array, cancelled: AbortSignal): Promise<TranscribedAudio> {
    this.#sentSamples += audio.length;
    return rejectAfter(
      TIMEOUTS_MS.batch_transcription,
      (late) => this.#transcribe(audio, AbortSignal.any([cancelled, this.#closed.signal, late])),
      () => new VendorFailure('Transcription took too long', { retryable: true }),
    );
  }

  async #transcribeWithRetry({ slot, audio, startMs }: BufferedUtterance): Promise<void> {
    const whole = concatAudio(audio);
    const transcribe = (): Promise<TranscribedAudio> => this.#transcribeInTime(whole, this.#closed.signal);
    try {
      const { text, words } = await transcribe().catch((failure: VendorFailure) =>
        failure.retryable ? transcribe() : Promise.reject(failure),
      );
      slot.complete({ text, ...(words && { words: wordsFrom(startMs, words) }) });
    } catch (failure) {
      slot.fail(failure as VendorFailure);
    }
  }
}
