import type { Voice } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, type HttpPost } from '../../lib/http-stream.ts';
import { audioOf } from './pcm.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 5_000;
const PIECES_PER_SECOND = 10;
/** What PCM is called by those who say what they send. */
const PCM = /^($|audio\/(?!mpeg|mp3|aac|ogg|opus|flac|x-flac|webm)|application\/octet-stream|binary\/octet-stream)/i;

/** How one text is asked for. */
export type Speaking = Omit<HttpPost, 'signal' | 'patienceMs'>;

/** A voice that is asked for each text in a request of its own, and speaks as the answer arrives. */
export class HttpVoice implements Voice {
  readonly sampleRate: number;
  readonly #speaking: (text: string) => Speaking;
  readonly #closed = new AbortController();

  constructor(sampleRate: number, speaking: (text: string) => Speaking) {
    this.sampleRate = sampleRate;
    this.#speaking = speaking;
  }

  async *speak(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    if (text.trim() === '' || stop.aborted) return;
    try {
      const speaking = this.#speaking(text.trim());
      const { contentType, bytes } = await post({ ...speaking, signal: stop, patienceMs: PATIENCE_MS });
      if (!PCM.test(contentType))
        throw new VendorFailure(`${speaking.vendor} answered something other than PCM audio`, { retryable: false });
      for await (const piece of audioOf(bytes, this.sampleRate / PIECES_PER_SECOND)) {
        yield piece;
        if (stop.aborted) return;
      }
    } catch (failure) {
      if (!stop.aborted) throw failure;
    }
  }

  close(): void {
    this.#closed.abort();
  }
}
