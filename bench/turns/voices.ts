import { Flite } from '../../adapters/providers/local/flite.ts';
import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import { WordTimes } from '../../adapters/providers/local/word-times.ts';

/** Sample rate of all audio before it reaches the channel, in Hz. */
export const RATE = 16_000;
export const SAMPLES_PER_MS = RATE / 1_000;
/** RMS of every voice while it speaks, before a phrase is made louder or softer. */
export const VOICE_LEVEL = 2_500;

/** A word and its place in a phrase or in a call, in ms. */
export interface PlacedWord {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Speech without silence before and after it, and the place of each of its words. */
export interface PhraseAudio {
  readonly pcm: Float32Array;
  readonly words: readonly PlacedWord[];
}

/** The sentence by which the level of a voice is measured. */
const REFERENCE = 'we would like to sit outside if the weather is good';

/** The voices on this machine, with the end of every word to the sample. Each text is synthesised once. */
export class Voices {
  readonly #flite: Flite;
  readonly #times: WordTimes;
  readonly #phrases = new Map<string, PhraseAudio>();
  readonly #gains = new Map<VoiceId, number>();

  static async load(): Promise<Voices> {
    return new Voices(await Flite.load());
  }

  private constructor(flite: Flite) {
    this.#flite = flite;
    this.#times = new WordTimes((text) => flite.pronounce(text));
  }

  /** A text of plain lower-case words, spoken at the level of all voices. */
  speak(voice: VoiceId, text: string, speed = 1): PhraseAudio {
    const key = `${voice} ${speed} ${text}`;
    const known = this.#phrases.get(key);
    if (known) return known;
    const { pcm, words } = this.#synthesise(voice, text, speed);
    const phrase = { pcm: pcm.map((sample) => sample * this.#gainOf(voice)), words };
    this.#phrases.set(key, phrase);
    return phrase;
  }

  #gainOf(voice: VoiceId): number {
    const known = this.#gains.get(voice);
    if (known !== undefined) return known;
    const gain = VOICE_LEVEL / rmsOf(this.#synthesise(voice, REFERENCE, 1).pcm);
    this.#gains.set(voice, gain);
    return gain;
  }

  #synthesise(voice: VoiceId, text: string, speed: number): PhraseAudio {
    const { audio, sounds } = this.#flite.speak({ text, voice, speed });
    const first = sounds.findIndex(({ name }) => name !== 'pau');
    const start = Math.round((sounds[first - 1]?.end ?? 0) * RATE);
    const end = Math.round((sounds.findLast(({ name }) => name !== 'pau')?.end ?? 0) * RATE);
    const timed = this.#times.of(text, sounds);
    if (timed.length === 0) throw new Error(`The words of "${text}" have no times`);
    const msOf = (secs: number): number => Math.max(0, (secs * RATE - start) / SAMPLES_PER_MS);
    const words = timed.map((word) => ({ text: word.text, from: msOf(word.start), to: msOf(word.end) }));
    return { pcm: Float32Array.from(audio.subarray(start, end)), words };
  }
}

export const rmsOf = (pcm: Float32Array): number =>
  Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);

/** The factor of a level in decibels. */
export const gainOfDb = (db: number): number => 10 ** (db / 20);

/** Random numbers from 0 to 1 that are the same in every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
