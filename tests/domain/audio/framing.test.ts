import { assert } from 'chai';
import fc from 'fast-check';
import { Framer } from '../../../domain/audio/framing.ts';

/** The frames of these chunks, the last one too. */
function framesOf(length: number, chunks: readonly Int16Array[]): number[][] {
  const framer = new Framer(length);
  const frames: Int16Array[] = [];
  for (const chunk of chunks) framer.push(chunk, (frame) => frames.push(frame));
  const last = framer.flush();
  return [...frames, ...(last ? [last] : [])].map((frame) => [...frame]);
}

describe('framing', () => {
  it('cuts chunks of any length into frames of one, and fills the last with silence', () => {
    const chunks = [[1], [2, 3, 4, 5, 6, 7, 8], [], [9, 10]].map((chunk) => Int16Array.from(chunk));
    assert.deepEqual(framesOf(4, chunks), [
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10, 0, 0],
    ]);
  });

  it('has nothing left when the last frame was full, or nothing ever came', () => {
    assert.deepEqual(framesOf(2, [Int16Array.of(1, 2)]), [[1, 2]]);
    assert.deepEqual(framesOf(2, []), []);
  });

  it('starts anew after the last frame, without traces of it', () => {
    const framer = new Framer(3);
    framer.push(Int16Array.of(7, 7), () => assert.fail('no frame is complete'));
    assert.deepEqual([...(framer.flush() ?? [])], [7, 7, 0]);
    assert.isNull(framer.flush());
    framer.push(Int16Array.of(1), () => assert.fail('no frame is complete'));
    assert.deepEqual([...(framer.flush() ?? [])], [1, 0, 0]);
  });

  it('gives each frame away: what comes later does not change it, nor does the chunk it came from', () => {
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

  it('loses and invents nothing, whatever the chunks', () => {
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
