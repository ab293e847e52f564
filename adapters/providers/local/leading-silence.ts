const SAMPLES_PER_SECOND = 16_000;
const BLOCK = 0.01 * SAMPLES_PER_SECOND;
/** Flite puts up to 300 ms in front: more is never taken away. */
const REMOVED_MAX = 0.3 * SAMPLES_PER_SECOND;
/** Left in front, so that soft first sounds stay whole. */
const KEPT_SAMPLES = 0.05 * SAMPLES_PER_SECOND;
/** The voices hum at 1 to 4 % of their loudest while they are silent. */
const AUDIBLE = 0.06;

/** Synthetic 16 kHz speech without the silence in front of it, which a listener would wait through; 50 ms are kept. */
export function withoutLeadingSilence(audio: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  const audible = peakOf(audio) * AUDIBLE;
  let onset = 0;
  while (onset < REMOVED_MAX && peakOf(audio.subarray(onset, onset + BLOCK)) < audible) onset += BLOCK;
  return audio.slice(Math.max(0, onset - KEPT_SAMPLES));
}

const peakOf = (audio: Int16Array): number => audio.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
