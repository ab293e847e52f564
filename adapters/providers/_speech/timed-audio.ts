import type { TimedWord } from './word-alignment.ts';

/** A piece of audio, and the letters that are spoken in it, by the time since it began. */
export interface TimedAudio {
  readonly audio: Int16Array;
  readonly letters: readonly TimedWord[];
}

/** The piece from where this letter begins. */
export function fromLetter({ audio, letters }: TimedAudio, letter: number, sampleRate: number): TimedAudio {
  const from = letters[letter]?.start ?? 0;
  return {
    audio: audio.subarray(Math.round(from * sampleRate)),
    letters: letters.slice(letter).map(({ text, start, end }) => ({ text, start: start - from, end: end - from })),
  };
}
