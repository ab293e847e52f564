const SAMPLES_PER_SECOND = 16_000;
const BLOCK = 0.01 * SAMPLES_PER_SECOND;
/** Maximum silence removed. Flite puts up to 300 ms in front. */
const REMOVED_MAX = 0.3 * SAMPLES_PER_SECOND;
/** Silence kept, so that soft first sounds stay whole. */
const KEPT_SAMPLES = 0.05 * SAMPLES_PER_SECOND;
/** Amplitude above which audio counts as speech, relative to the peak. The voices have noise of 1 to 4 %. */
const AUDIBLE = 0.06;

/** Removes leading silence from synthetic 16 kHz speech to reduce latency. Keeps 50 ms. */
export function withoutLeadingSilence(audio: Int16Array<ArrayBuffer>): Int16Array<ArrayBuffer> {
  const audible = peakOf(audio) * AUDIBLE;
  let onset = 0;
  while (onset < REMOVED_MAX && peakOf(audio.subarray(onset, onset + BLOCK)) < audible) onset += BLOCK;
  return audio.slice(Math.max(0, onset - KEPT_SAMPLES));
}

const peakOf = (audio: Int16Array): number => audio.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
