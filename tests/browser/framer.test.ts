import { assert } from 'chai';
import { Framer } from '../../clients/browser/framer.ts';

/** A good second of a tone at this rate as frames, taken in blocks of 128 samples as an audio worklet gets them. */
function framesOf(sourceRate: number, hertz: number): Int16Array[] {
  const framer = new Framer(sourceRate);
  const frames: Int16Array[] = [];
  for (let at = 0; at <= sourceRate; at += 128) {
    const block = Float32Array.from({ length: 128 }, (_, i) => Math.sin((2 * Math.PI * hertz * (at + i)) / sourceRate));
    frames.push(...framer.push(block));
  }
  return frames;
}

const loudest = (frames: readonly Int16Array[]): number => Math.max(...frames.flatMap((frame) => [...frame]));

describe('the framer of the browser package', () => {
  for (const rate of [16_000, 44_100, 48_000]) {
    it(`makes fifty frames of 20 ms out of a second at ${rate} Hz`, () => {
      const frames = framesOf(rate, 400);
      assert.lengthOf(frames, 50);
      assert.deepEqual([...new Set(frames.map((frame) => frame.length))], [320]);
    });

    it(`keeps the pitch and the loudness of a voice at ${rate} Hz`, () => {
      const samples = framesOf(rate, 400).flatMap((frame) => [...frame]);
      const rises = samples.filter((sample, at) => at > 0 && sample >= 0 && (samples[at - 1] ?? 0) < 0).length;
      assert.closeTo(rises, 400, 2);
      assert.isAbove(loudest(framesOf(rate, 400)), 0.95 * 0x7fff);
    });
  }

  it('quietens what 16 kHz cannot carry', () => {
    assert.isBelow(loudest(framesOf(48_000, 15_900)), 0.1 * 0x7fff);
  });

  it('takes every sample as it is at the rate of the wire', () => {
    const [frame] = new Framer(16_000).push(Float32Array.from({ length: 320 }, (_, at) => (at - 160) / 160));
    assert.deepEqual(
      [...(frame ?? [])],
      Array.from({ length: 320 }, (_, at) => Math.round(((at - 160) / 160) * 0x7fff)),
    );
  });

  it('cuts off what is too loud instead of turning it over', () => {
    const [frame] = new Framer(16_000).push(new Float32Array(320).fill(1.7));
    assert.deepEqual([...new Set(frame)], [0x7fff]);
  });
});
