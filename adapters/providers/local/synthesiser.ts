import type {
  SynthesisOptions,
  SpeechSynthesiser,
  SynthesiserOptions,
} from '../../../application/ports/text-to-speech.ts';
import { WordAligner } from '../_speech/word-alignment.ts';
import { localEngines } from './engines.ts';
import { asciiSegments } from './ascii-segments.ts';
import type { SynthesisJob, VoiceEngine } from './voice-engine.ts';
import type { VoiceId } from './voice-messages.ts';

export interface LocalSynthesiserSettings {
  readonly voice: VoiceId;
  /** Relative speed from 0.5 to 2. */
  readonly speed: number;
}

const SAMPLE_RATE = 16_000;
const CHUNK = 0.1 * SAMPLE_RATE;
const NO_AUDIO = new Int16Array(0);

/** Opens an English synthesiser on this machine. Its audio is 16 kHz whatever the call uses. */
export async function openLocalSynthesiser(
  settings: LocalSynthesiserSettings,
  _options: SynthesiserOptions,
): Promise<SpeechSynthesiser> {
  const { voices } = localEngines();
  await voices.workers.warm();
  return new LocalSynthesiser(voices, settings);
}

class LocalSynthesiser implements SpeechSynthesiser {
  readonly sampleRate = SAMPLE_RATE;
  /** It reads them, but not when each of the words ends. */
  readonly needsNormalisation = true;
  readonly #engine: VoiceEngine;
  readonly #settings: LocalSynthesiserSettings;
  readonly #closed = new AbortController();

  constructor(engine: VoiceEngine, settings: LocalSynthesiserSettings) {
    this.#engine = engine;
    this.#settings = settings;
  }

  async *synthesise(
    text: string,
    signal: AbortSignal,
    { onWordTiming }: SynthesisOptions = {},
  ): AsyncIterable<Int16Array> {
    const stop = AbortSignal.any([signal, this.#closed.signal]);
    const stopped = new Promise<null>((resolve) => stop.addEventListener('abort', () => resolve(null), { once: true }));
    const [first, ...rest] = asciiSegments(text);
    const reportTimings = wordTimingReporter(text, onWordTiming);
    let next = this.#synthesis(first);
    try {
      while (next && !stop.aborted) {
        const current = next;
        const audio = await Promise.race([current.audio, stopped]);
        if (audio) reportTimings(current.words, audio.length / SAMPLE_RATE);
        // The next segment is synthesised while this one plays.
        next = this.#synthesis(rest.shift());
        for (const chunk of chunksOf(audio ?? NO_AUDIO)) {
          if (stop.aborted) return;
          yield chunk;
        }
      }
    } finally {
      next?.cancel();
    }
  }

  close(): void {
    this.#closed.abort();
  }

  #synthesis(text: string | undefined): SynthesisJob | null {
    return text === undefined ? null : this.#engine.synthesise({ text, ...this.#settings });
  }
}

/** Reports word timings segment by segment, as soon as each is timed. */
function wordTimingReporter(
  text: string,
  onWordTiming: SynthesisOptions['onWordTiming'],
): (words: SynthesisJob['words'], seconds: number) => void {
  const aligner = new WordAligner(text);
  const report = async (before: Promise<void>, words: SynthesisJob['words'], since: number): Promise<void> => {
    await before;
    for (const reportTimings of aligner.align(await words, since)) onWordTiming?.(reportTimings);
  };
  let reported = Promise.resolve();
  let start = 0;
  return (words, seconds) => {
    const since = start;
    start += seconds;
    if (!onWordTiming) return;
    reported = report(reported, words, since);
  };
}

const chunksOf = (audio: Int16Array): Int16Array[] =>
  Array.from({ length: Math.ceil(audio.length / CHUNK) }, (_, at) => audio.slice(at * CHUNK, (at + 1) * CHUNK));
