import type { TimedWord } from './word-alignment.ts';

/** Audio with the letters spoken in it, timed from its start. */
export interface TimedAudio {
  readonly audio: Int16Array;
  readonly letters: readonly TimedWord[];
}

/** The audio from the start of this letter. */
export function fromLetter({ audio, letters }: TimedAudio, letter: number, sampleRate: number): TimedAudio {
  const from = letters[letter]?.start ?? 0;
  return {
    audio: audio.subarray(Math.round(from * sampleRate)),
    letters: letters.slice(letter).map(({ text, start, end }) => ({ text, start: start - from, end: end - from })),
  };
}
