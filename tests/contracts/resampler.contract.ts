import { assert } from 'chai';
import type { Resampling } from '../../application/ports/resampler.ts';
import type { Contract } from '../support/contract.ts';

const tone = (hertz: number, rate: number, seconds = 1): Int16Array =>
  Int16Array.from({ length: rate * seconds }, (_, n) => 10_000 * Math.sin((2 * Math.PI * hertz * n) / rate));

/** The converted audio, fed in chunks of 20 ms. */
function converted(resampling: Resampling, pcm: Int16Array, from: number, to: number): Int16Array {
  const resampler = resampling.open(from, to);
  const frame = from / 50;
  const samples: number[] = [];
  for (let at = 0; at < pcm.length; at += frame) samples.push(...resampler.process(pcm.subarray(at, at + frame)));
  resampler.close();
  return Int16Array.from(samples);
}

/** How much of this frequency is in the middle of the audio, as an amplitude. */
function amplitude(pcm: Int16Array, hertz: number, rate: number): number {
  const part = pcm.subarray(rate / 4, (rate * 3) / 4);
  let [real, imaginary] = [0, 0];
  part.forEach((sample, n) => {
    real += sample * Math.cos((2 * Math.PI * hertz * n) / rate);
    imaginary += sample * Math.sin((2 * Math.PI * hertz * n) / rate);
  });
  return (2 * Math.hypot(real, imaginary)) / part.length;
}

export const resamplingContract: Contract<Resampling> = {
  'keeps a tone at its pitch and loudness, up and down': async (resampling) => {
    for (const [from, to] of [
      [8_000, 16_000],
      [16_000, 8_000],
      [24_000, 8_000],
      [22_050, 16_000],
      [16_000, 48_000],
    ] as const)
      assert.closeTo(amplitude(converted(resampling, tone(1_000, from), from, to), 1_000, to), 10_000, 300);
  },
  'answers as much time as it was given, but for a few milliseconds': async (resampling) => {
    const length = converted(resampling, tone(440, 24_000), 24_000, 16_000).length;
    assert.closeTo(length, 16_000, 16_000 * 0.01);
  },
  'lets nothing through that the lower rate cannot carry': async (resampling) => {
    const alias = converted(resampling, tone(5_500, 16_000), 16_000, 8_000);
    assert.isBelow(amplitude(alias, 2_500, 8_000), 20);
  },
  'answers the same audio for equal rates': async (resampling) => {
    const pcm = tone(440, 16_000);
    assert.deepEqual(converted(resampling, pcm, 16_000, 16_000), pcm);
  },
  'keeps two streams apart': async (resampling) => {
    const [loud, silent] = [resampling.open(16_000, 8_000), resampling.open(16_000, 8_000)];
    for (let frame = 0; frame < 5; frame += 1) {
      loud.process(tone(1_000, 16_000, 0.02));
      assert.isTrue(silent.process(new Int16Array(320)).every((sample) => sample === 0));
    }
    loud.close();
    silent.close();
  },
  'takes a chunk of any length': async (resampling) => {
    const resampler = resampling.open(16_000, 48_000);
    assert.closeTo(resampler.process(tone(300, 16_000, 3)).length, 144_000, 1_000);
    assert.isAtMost(resampler.process(new Int16Array(1)).length, 6);
    resampler.close();
  },
};
