/**
 * Creates a streaming upsampler from 8 to 16 kHz with linear interpolation. A better filter makes recognition worse:
 * the model misses the upper half of the spectrum, which this one mirrors.
 */
export function upsample8kTo16k(): (narrow: Int16Array) => Int16Array {
  let last = 0;
  return (narrow) => {
    const wide = new Int16Array(narrow.length * 2);
    narrow.forEach((sample, at) => {
      wide[2 * at] = (last + sample) >> 1;
      wide[2 * at + 1] = sample;
      last = sample;
    });
    return wide;
  };
}
