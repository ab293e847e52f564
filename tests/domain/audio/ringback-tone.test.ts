import { assert } from 'chai';
import { DtmfDetector } from '../../../domain/audio/dtmf-detector.ts';
import { ringbackAudio } from '../../../domain/audio/ringback-tone.ts';

/** Lengths of its tones and pauses by turns, in ms, pauses below 20 ms bridged. */
function cadenceOf(audio: Int16Array, rate: number): number[] {
  const spans: number[] = [];
  const frame = rate / 50;
  let wasSound = false;
  for (let at = 0; at < audio.length; at += frame) {
    const isSound = audio.subarray(at, at + frame).some((sample) => sample !== 0);
    if (isSound === wasSound) spans.push((spans.pop() ?? 0) + 20);
    else spans.push(20);
    wasSound = isSound;
  }
  return spans;
}

/** The strength of a frequency in the audio, in units of a sample. */
function strengthOf(hertz: number, audio: Int16Array, rate: number): number {
  let [cosine, sine] = [0, 0];
  audio.forEach((sample, at) => {
    cosine += sample * Math.cos((2 * Math.PI * hertz * at) / rate);
    sine += sample * Math.sin((2 * Math.PI * hertz * at) / rate);
  });
  return (2 * Math.hypot(cosine, sine)) / audio.length;
}

describe('ringbackAudio', () => {
  for (const [to, hertz, cadence] of [
    ['+14155550107', [440, 480], [2_000, 4_000]],
    ['+442071234567', [400, 450], [400, 200, 400, 2_000]],
    ['+4930123456', [425], [1_000, 4_000]],
    ['sip:desk@pbx.example.com', [425], [1_000, 4_000]],
  ] as const)
    for (const rate of [8_000, 16_000, 24_000])
      it(`rings ${to} as its country does, at ${rate} Hz`, () => {
        const audio = ringbackAudio(to, rate);
        assert.deepEqual(cadenceOf(audio, rate), [...cadence]);
        const first = audio.subarray(0, (cadence[0] * rate) / 1_000);
        for (const frequency of hertz) assert.isAbove(strengthOf(frequency, first, rate), 1_000, `${frequency} Hz`);
        assert.isBelow(strengthOf(600, first, rate), 100);
        assert.isBelow(
          first.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0),
          32_767 / 8,
          'softer than speech',
        );
        assert.equal(new DtmfDetector(rate).push(audio), '', 'no key');
      });
});
