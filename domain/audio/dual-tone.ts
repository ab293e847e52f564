/** Rise and fall of a tone, in ms: a sudden start is a click with all frequencies. */
const RAMP_MS = 4;

interface ToneShape {
  readonly ms: number;
  /** Of each of the two frequencies, in units of a sample. */
  readonly amplitude: number;
  readonly sampleRate: number;
}

/** A tone of two frequencies in Hz. One that is given twice sounds alone, at twice the amplitude. */
export function dualTone([low, high]: readonly [number, number], { ms, amplitude, sampleRate }: ToneShape): Int16Array {
  const length = (ms * sampleRate) / 1_000;
  const ramp = (RAMP_MS * sampleRate) / 1_000;
  const waveOf = (hertz: number, at: number): number => Math.sin((2 * Math.PI * hertz * at) / sampleRate);
  return Int16Array.from({ length }, (_, at) => {
    const level = Math.min(1, at / ramp, (length - at) / ramp) * amplitude;
    return Math.round(level * (waveOf(low, at) + waveOf(high, at)));
  });
}
