import type { Vendors } from '../../application/ports/providers.ts';
import type { Resampling } from '../../application/ports/resampler.ts';
import { encodeMulaw } from '../../domain/audio/mulaw.ts';
import { invalid } from '../../domain/errors.ts';
import { FRAME_BYTES, MULAW_SILENCE, TELEPHONE_RATE } from './pcmu.ts';
import { readWavFile } from '../lib/wav-file.ts';

/** Speech as 20 ms frames in the wire encoding. */
export type CalleeUtterance = readonly string[];

export interface SpeechParts {
  readonly vendors: Pick<Vendors, 'synthesiser'>;
  readonly resampling: Resampling;
}

/** Most cached sentences. */
const SENTENCES_MAX = 200;
const BEEP = { hertz: 1_000, ms: 500, level: 9_000 };
const VOICE = { provider: 'local', voice: 'rms' };

/** Synthesises what callees say. Each sentence is synthesised once for all calls. */
export class CalleeSpeech {
  readonly #parts: SpeechParts;
  readonly #sentences = new Map<string, Promise<CalleeUtterance>>();

  constructor(parts: SpeechParts) {
    this.#parts = parts;
  }

  /** Synthesises a sentence with the simulator's voice. */
  say(text: string): Promise<CalleeUtterance> {
    const known = this.#sentences.get(text);
    if (known) return known;
    const utterance = this.#synthesise(text);
    utterance.catch(() => this.#sentences.delete(text));
    this.#sentences.set(text, utterance);
    const [oldest] = this.#sentences.keys();
    if (this.#sentences.size > SENTENCES_MAX && oldest !== undefined) this.#sentences.delete(oldest);
    return utterance;
  }

  /** Converts a WAV file of 16-bit mono audio. Refuses any other with `invalid`. */
  wav(file: Uint8Array): CalleeUtterance {
    const wav = readWavFile(file);
    if (!wav) throw invalid('wav must be a WAV file of 16-bit samples with one channel');
    return this.#toFrames([wav.samples], wav.sampleRate);
  }

  /** The beep at the end of an answering machine's greeting. */
  beep(): CalleeUtterance {
    const samples = Int16Array.from({ length: (BEEP.ms * TELEPHONE_RATE) / 1000 }, (_, at) =>
      Math.round(Math.sin((2 * Math.PI * BEEP.hertz * at) / TELEPHONE_RATE) * BEEP.level),
    );
    return this.#toFrames([samples], TELEPHONE_RATE);
  }

  async #synthesise(text: string): Promise<CalleeUtterance> {
    const voice = await this.#parts.vendors.synthesiser(VOICE, { sampleRate: 16_000 });
    try {
      const chunks: Int16Array[] = [];
      for await (const chunk of voice.synthesise(text, new AbortController().signal)) chunks.push(chunk);
      return this.#toFrames(chunks, voice.sampleRate);
    } finally {
      voice.close();
    }
  }

  #toFrames(chunks: readonly Int16Array[], sampleRate: number): CalleeUtterance {
    const resampler = this.#parts.resampling.open(sampleRate, TELEPHONE_RATE);
    const sound = Buffer.concat(chunks.map((chunk) => encodeMulaw(resampler.process(chunk))));
    resampler.close();
    const frames: string[] = [];
    for (let at = 0; at < sound.length; at += FRAME_BYTES) {
      const frame = Buffer.alloc(FRAME_BYTES, MULAW_SILENCE);
      sound.copy(frame, 0, at, at + FRAME_BYTES);
      frames.push(frame.toString('base64'));
    }
    return frames;
  }
}
