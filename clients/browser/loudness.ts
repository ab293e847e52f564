/** What is quieter than this shows as nothing. In decibels below full scale. */
const FLOOR = -55;
/** How much of a level is left after one frame, so that the meter falls softly. */
const FALL = 0.82;

/** How loud a frame is, from 0 for silence to 1 for as loud as can be, in steps that ears take for equal. */
function loudness(pcm: Int16Array): number {
  const power = pcm.reduce((sum, sample) => sum + (sample / 0x8000) ** 2, 0) / Math.max(1, pcm.length);
  return Math.max(0, 1 - (10 * Math.log10(power + 1e-12)) / FLOOR);
}

/** What a meter shows after one more frame: it rises at once and falls softly. */
export const meterAfter = (before: number, pcm: Int16Array): number => Math.max(loudness(pcm), before * FALL);
