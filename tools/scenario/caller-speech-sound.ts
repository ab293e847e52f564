import { openLocalSynthesiser } from '../../adapters/providers/local/synthesiser.ts';
import { MICROPHONE_RATE } from '../demo/synthetic-caller.ts';
import type { CallerAction } from '../../domain/rehearsal/scenario.ts';

type Synthesiser = Awaited<ReturnType<typeof openLocalSynthesiser>>;
type VoiceName = Parameters<typeof openLocalSynthesiser>[0]['voice'];

const NOISE_LEVEL = 6_000;
/** Quieter than any word. */
const SILENCE_LEVEL = 300;

/** The local voice as a caller's. */
export class CallerSpeechSound {
  readonly #voice: Synthesiser;
  readonly #running: NodeJS.Timeout;

  private constructor(voice: Synthesiser, running: NodeJS.Timeout) {
    this.#voice = voice;
    this.#running = running;
  }

  /** Opens a voice that speaks so fast: 1 is as usual. */
  static async open(voice: VoiceName = 'kal16', speed = 1): Promise<CallerSpeechSound> {
    // The threads of the voice alone do not keep a program running, neither while it opens nor while it speaks.
    const running = setInterval(() => undefined, 1_000);
    try {
      const opened = await openLocalSynthesiser({ voice, speed }, { sampleRate: MICROPHONE_RATE });
      return new CallerSpeechSound(opened, running);
    } catch (error) {
      clearInterval(running);
      throw error;
    }
  }

  /** What an action sounds like. Without words or noise it is silent. */
  async of({ says, noise_ms: noiseMs }: CallerAction): Promise<Int16Array> {
    if (noiseMs !== undefined) return noise((noiseMs * MICROPHONE_RATE) / 1_000, NOISE_LEVEL);
    if (says === undefined) return new Int16Array(0);
    return collectSpeech(this.#voice.synthesise(says, new AbortController().signal));
  }

  close(): void {
    this.#voice.close();
    clearInterval(this.#running);
  }
}

async function collectSpeech(chunks: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const samples: number[] = [];
  for await (const chunk of chunks) samples.push(...chunk);
  const isLoud = (sample: number): boolean => Math.abs(sample) >= SILENCE_LEVEL;
  // The line is over with its last word, not with the silence after it.
  return Int16Array.from(samples.slice(samples.findIndex(isLoud), samples.findLastIndex(isLoud) + 1));
}

/** Noise of this level. */
export const noise = (samples: number, level: number): Int16Array =>
  Int16Array.from({ length: samples }, () => (Math.random() * 2 - 1) * level);
