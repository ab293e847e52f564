import { assert } from 'chai';
import fc from 'fast-check';
import { Framer } from '../../../domain/audio/framing.ts';

/** All frames of these chunks, including the last. */
function framesOf(length: number, chunks: readonly Int16Array[]): number[][] {
  const framer = new Framer(length);
  const frames: Int16Array[] = [];
  for (const chunk of chunks) framer.push(chunk, (frame) => frames.push(frame));
  const last = framer.flush();
  return [...frames, ...(last ? [last] : [])].map((frame) => [...frame]);
}

describe('Framing', () => {
  it('splits chunks of any length into fixed frames and pads the last', () => {
    const chunks = [[1], [2, 3, 4, 5, 6, 7, 8], [], [9, 10]].map((chunk) => Int16Array.from(chunk));
    assert.deepEqual(framesOf(4, chunks), [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10, 0, 0],
    ]);
  });

  it('has no last frame after a full one or without input', () => {
    assert.deepEqual(framesOf(2, [Int16Array.of(1, 2)]), [[1, 2]]);
    assert.deepEqual(framesOf(2, []), []);
  });

  it('starts without leftovers after the last frame', () => {
    const framer = new Framer(3);
    framer.push(Int16Array.of(7, 7), () => assert.fail('no frame is complete'));
    assert.deepEqual([...(framer.flush() ?? [])], [7, 7, 0]);
    assert.isNull(framer.flush());
    framer.push(Int16Array.of(1), () => assert.fail('no frame is complete'));
    assert.deepEqual([...(framer.flush() ?? [])], [1, 0, 0]);
  });

  it('emits copies that later input does not change', () => {
    const framer = new Framer(2);
    const frames: Int16Array[] = [];
    const chunk = Int16Array.of(1, 2, 3);
    framer.push(chunk, (frame) => frames.push(frame));
    chunk.fill(9);
    framer.push(Int16Array.of(4), (frame) => frames.push(frame));
    assert.deepEqual(
      frames.map((frame) => [...frame]),
      [
        [1, 2],
        [3, 4],
      ],
    );
  });

  it('keeps every sample for any chunking', () => {
    const chunks = fc.array(fc.int16Array({ maxLength: 50 }), { maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), chunks, (length, given) => {
        const frames = framesOf(length, given);
        const samples = given.flatMap((chunk) => [...chunk]);
        assert.deepEqual(frames.flat().slice(0, samples.length), samples);
        assert.isTrue(frames.every((frame) => frame.length === length));
        assert.isBelow(frames.flat().length - samples.length, length);
      }),
    );
  });
});
