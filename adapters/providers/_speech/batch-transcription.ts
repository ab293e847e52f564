import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { joined } from './concat-audio.ts';
import { PreRoll } from './pre-roll.ts';
import { UtteranceQueue, type Owed } from './utterance-queue.ts';

const PRE_ROLL_SECONDS = 0.3;
const LONGEST_SECONDS = 30;

interface Said {
  readonly owed: Owed;
  readonly audio: Int16Array[];
  samples: number;
}

/** Understands one utterance as a whole. Throws a VendorFailure when it cannot. */
export type Transcribe = (pcm: Int16Array, signal: AbortSignal) => Promise<string>;

/** A transcription by a vendor that takes whole recordings: each utterance is sent when it is over, and once more if that fails. */
export class SegmentTranscription implements Transcription {
  readonly endpointingMs: number;
  readonly #transcribe: Transcribe;
  readonly #queue: UtteranceQueue;
  readonly #preRoll: PreRoll;
  readonly #longest: number;
  readonly #closed = new AbortController();
  #spoken: Said | null = null;

  constructor(
    transcribe: Transcribe,
    listener: TranscriptionListener,
    { endpointingMs, sampleRate }: { endpointingMs: number; sampleRate: number },
  ) {
    this.#transcribe = transcribe;
    this.#queue = new UtteranceQueue(listener);
    this.#preRoll = new PreRoll(PRE_ROLL_SECONDS * sampleRate);
    this.#longest = LONGEST_SECONDS * sampleRate;
    this.endpointingMs = endpointingMs;
  }

  write(pcm: Int16Array): void {
    if (this.#closed.signal.aborted) return;
    const audio = pcm.slice();
    if (!this.#spoken) return this.#preRoll.push(audio);
    this.#spoken.audio.push(audio);
    this.#spoken.samples += audio.length;
    if (this.#spoken.samples >= this.#longest) this.#cut();
  }

  begin(): void {
    if (!this.#closed.signal.aborted && !this.#spoken) this.#start([this.#preRoll.take()]);
  }

  finish(): void {
    const said = this.#spoken;
    this.#spoken = null;
    if (said) void this.#answer(said.owed, joined(said.audio));
  }

  close(): void {
    this.#closed.abort();
    this.#queue.close();
    this.#spoken = null;
  }

  #cut(): void {
    this.finish();
    this.#start([]);
  }

  #start(audio: Int16Array[]): void {
    this.#spoken = { owed: this.#queue.begin(), audio, samples: 0 };
  }

  async #answer(owed: Owed, audio: Int16Array): Promise<void> {
    const { signal } = this.#closed;
    const once = (): Promise<string> => this.#transcribe(audio, signal);
    try {
      owed.done(await once().catch((failure: VendorFailure) => (failure.retryable ? once() : Promise.reject(failure))));
    } catch (failure) {
      owed.failed(failure as VendorFailure);
    }
  }
}
