import type { SpeechSynthesiser, SynthesisOptions } from '../../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';
import { post, type HttpAnswer, type HttpPost } from '../../lib/http-stream.ts';
import { audioChunks, PCM_CODEC, type WireCodec } from './wire-codec.ts';

const CHUNKS_PER_SECOND = 10;
/** Content types of raw audio. */
const PCM_CONTENT_TYPE =
  /^($|audio\/(?!mpeg|mp3|aac|ogg|opus|flac|x-flac|webm)|application\/octet-stream|binary\/octet-stream)/i;

/** Request for the synthesis of one text. */
export type SynthesisCall = Omit<HttpPost, 'signal'>;

interface Options {
  readonly sampleRate: number;
  readonly wire?: WireCodec;
  /** Whether its requests tell the vendor pronunciations in IPA. */
  readonly speaksIpa?: boolean;
  /** Whether numbers, dates and addresses are to be written out for the vendor. */
  readonly needsNormalisation?: boolean;
  /** Builds the request for a text. */
  requestFor(text: string, phonemes?: readonly PhonemeSpan[]): SynthesisCall | Promise<SynthesisCall>;
  /** Extracts the audio from a response that is not raw audio. */
  audioIn?(answer: HttpAnswer): AsyncIterable<Uint8Array>;
}

/** TTS with one HTTP request per text. Streams the audio while the response arrives. */
export class HttpSynthesiser implements SpeechSynthesiser {
  readonly sampleRate: number;
  readonly speaksIpa: boolean;
  readonly needsNormalisation: boolean;
  readonly #options: Options;
  readonly #closed = new AbortController();

  constructor(options: Options) {
    this.sampleRate = options.sampleRate;
    this.speaksIpa = options.speaksIpa === true;
    this.needsNormalisation = options.needsNormalisation === true;
    this.#options = options;
  }

  async *synthesise(
    text: string,
    signal: AbortSignal,
    { phonemes }: SynthesisOptions = {},
  ): AsyncGenerator<Int16Array> {
    const { wire = PCM_CODEC, requestFor, audioIn } = this.#options;
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const failed = new AbortController();
    if (text.trim() === '' || stop.aborted) return;
    try {
      const request = await requestFor(text.trim(), phonemes);
      const ended = AbortSignal.any([stop, failed.signal]);
      const answer = await post({ ...request, signal: ended });
      const bytes = audioIn ? audioIn(answer) : rawAudio(request.vendor, answer);
      for await (const chunk of audioChunks(bytes, this.sampleRate / CHUNKS_PER_SECOND, wire)) {
        yield chunk;
        if (stop.aborted) return;
      }
    } catch (failure) {
      // Aborts the request so that an unread body does not keep its connection open.
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
