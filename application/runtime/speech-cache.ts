import type { WordTiming } from '../../domain/voice/played-text.ts';

/** Cached speech: its audio and its word timings, if the vendor reports them. */
export interface CachedSpeech {
  readonly chunks: readonly Int16Array[];
  readonly wordTimings: readonly WordTiming[];
}

/** Largest cached speech, in bytes, so that one cannot evict all others. */
const ENTRY_BYTES_MAX = 4 * 1_048_576;

/**
 * Caches the audio of fixed texts: greetings, hold messages, prompts, goodbyes. In memory, with a limit in bytes.
 * Evicts the least recently used.
 */
export class SpeechCache {
  readonly #bytesMax: number;
  readonly #entries = new Map<string, CachedSpeech>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Size of the cached audio. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The speech under this key, or null. */
  get(key: string): CachedSpeech | null {
    const speech = this.#entries.get(key);
    if (!speech) return null;
    // Reinsertion makes it the most recently used.
    this.#entries.delete(key);
    this.#entries.set(key, speech);
    return speech;
  }

  /** Stores complete speech. Empty or too large speech is not stored. */
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
