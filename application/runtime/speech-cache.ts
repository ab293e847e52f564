import type { WordTiming } from '../../domain/voice/played-text.ts';

/** What is said in every call: its sound, and where in the text the voice is when, as far as it told. */
export interface CachedSpeech {
  readonly chunks: readonly Int16Array[];
  readonly wordTimings: readonly WordTiming[];
}

/** Nobody's greeting is longer; what is would crowd out everybody else's. In bytes. */
const ENTRY_BYTES_MAX = 4 * 1_048_576;

/**
 * The sound of phrases that are said in every call: greetings, hold messages, prompts, goodbyes. Kept in memory up to so
 * many bytes; what was not said for the longest time is forgotten first.
 */
export class SpeechCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, CachedSpeech>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** How much is kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under this name, or null. */
  get(key: string): CachedSpeech | null {
    const speech = this.#entries.get(key);
    if (!speech) return null;
    // The latest asked for goes to the end of the line.
    this.#entries.delete(key);
    this.#entries.set(key, speech);
    return speech;
  }

  /** Keeps a phrase whose sound is whole. One that is empty or too long is not kept. */
  put(key: string, speech: CachedSpeech): void {
    const bytes = bytesOf(speech);
    if (bytes === 0 || bytes > Math.min(ENTRY_BYTES_MAX, this.#bytesMax)) return;
    this.#remove(key);
    this.#entries.set(key, speech);
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#remove(oldest);
    }
  }

  #remove(key: string): void {
    const speech = this.#entries.get(key);
    if (speech) this.#bytes -= bytesOf(speech);
    this.#entries.delete(key);
  }
}

const bytesOf = ({ chunks }: CachedSpeech): number => chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
