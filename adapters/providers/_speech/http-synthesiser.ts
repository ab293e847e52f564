import type { Voice } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, type HttpAnswer, type HttpPost } from '../../lib/http-stream.ts';
import { audioOf, PCM_AUDIO, type WireAudio } from './wire-codec.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const PATIENCE_MS = 5_000;
const PIECES_PER_SECOND = 10;
/** What raw audio is called by those who say what they send. */
const RAW = /^($|audio\/(?!mpeg|mp3|aac|ogg|opus|flac|x-flac|webm)|application\/octet-stream|binary\/octet-stream)/i;

/** How one text is asked for. */
export type Speaking = Omit<HttpPost, 'signal' | 'timeoutMs'>;

interface Options {
  readonly sampleRate: number;
  readonly wire?: WireAudio;
  /** Asks for a text. */
  speaking(text: string): Speaking | Promise<Speaking>;
  /** The audio in an answer, for vendors whose answers are more than that. */
  audioIn?(answer: HttpAnswer): AsyncIterable<Uint8Array>;
}

/** A voice that is asked for each text in a request of its own, and speaks as the answer arrives. */
export class HttpVoice implements Voice {
  readonly sampleRate: number;
  readonly #options: Options;
  readonly #closed = new AbortController();

  constructor(options: Options) {
    this.sampleRate = options.sampleRate;
    this.#options = options;
  }

  async *speak(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const { wire = PCM_AUDIO, speaking, audioIn } = this.#options;
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const refused = new AbortController();
    if (text.trim() === '' || stop.aborted) return;
    try {
      const asking = await speaking(text.trim());
      const ended = AbortSignal.any([stop, refused.signal]);
      const answer = await post({ ...asking, signal: ended, timeoutMs: PATIENCE_MS });
      const bytes = audioIn ? audioIn(answer) : rawAudio(asking.vendor, answer);
      for await (const piece of audioOf(bytes, this.sampleRate / PIECES_PER_SECOND, wire)) {
        yield piece;
        if (stop.aborted) return;
      }
    } catch (failure) {
      // What is not wanted is not read, and its connection would stay.
      refused.abort();
      if (!stop.aborted) throw failure;
    }
  }

  close(): void {
    this.#closed.abort();
  }
}

function rawAudio(vendor: string, { contentType, bytes }: HttpAnswer): AsyncIterable<Uint8Array> {
  if (RAW.test(contentType)) return bytes;
  throw new VendorFailure(`${vendor} answered something other than PCM audio`, { retryable: false });
}
