import type { Voice } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, type HttpAnswer, type HttpPost } from '../../lib/http-stream.ts';
import { audioChunks, PCM_CODEC, type WireCodec } from './wire-codec.ts';

/** The first audio, and each further piece, must come within this. In milliseconds. */
const CHUNK_TIMEOUT_MS = 5_000;
const CHUNKS_PER_SECOND = 10;
/** What raw audio is called by those who say what they send. */
const PCM_CONTENT_TYPE =
  /^($|audio\/(?!mpeg|mp3|aac|ogg|opus|flac|x-flac|webm)|application\/octet-stream|binary\/octet-stream)/i;

/** How one text is asked for. */
export type SynthesisCall = Omit<HttpPost, 'signal' | 'timeoutMs'>;

interface Options {
  readonly sampleRate: number;
  readonly wire?: WireCodec;
  /** Asks for a text. */
  requestFor(text: string): SynthesisCall | Promise<SynthesisCall>;
  /** The audio in an answer, for vendors whose answers are more than that. */
  audioIn?(answer: HttpAnswer): AsyncIterable<Uint8Array>;
}

/** A voice that is asked for each text in a request of its own, and speaks as the answer arrives. */
export class HttpSynthesiser implements Voice {
  readonly sampleRate: number;
  readonly #options: Options;
  readonly #closed = new AbortController();

  constructor(options: Options) {
    this.sampleRate = options.sampleRate;
    this.#options = options;
  }

  async *speak(text: string, signal: AbortSignal): AsyncGenerator<Int16Array> {
    const { wire = PCM_CODEC, requestFor, audioIn } = this.#options;
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const failed = new AbortController();
    if (text.trim() === '' || stop.aborted) return;
    try {
      const request = await requestFor(text.trim());
      const ended = AbortSignal.any([stop, failed.signal]);
      const answer = await post({ ...request, signal: ended, timeoutMs: CHUNK_TIMEOUT_MS });
      const bytes = audioIn ? audioIn(answer) : rawAudio(request.vendor, answer);
      for await (const chunk of audioChunks(bytes, this.sampleRate / CHUNKS_PER_SECOND, wire)) {
        yield chunk;
        if (stop.aborted) return;
      }
    } catch (failure) {
      // What is not wanted is not read, and its connection would stay.
      failed.abort();
      if (!stop.aborted) throw failure;
    }
  }

  close(): void {
    this.#closed.abort();
  }
}

function rawAudio(vendor: string, { contentType, bytes }: HttpAnswer): AsyncIterable<Uint8Array> {
  if (PCM_CONTENT_TYPE.test(contentType)) return bytes;
  throw new VendorFailure(`${vendor} answered something other than PCM audio`, { retryable: false });
}
