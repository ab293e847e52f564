import { assert } from 'chai';
import { AMBIENT_SOUNDS, AmbientSound, ambientLoop } from '../../../domain/audio/ambient-sound.ts';
import { levelDbOf } from '../../../domain/audio/level.ts';

const FRAME = 160;

/** Ambient sound of this loop as it is sent, without a voice. */
const sent = (loop: Float32Array, levelDb: number, frames: number): Int16Array => {
  const ambient = new AmbientSound(loop, { levelDb, frame: FRAME });
  return Int16Array.from(Array.from({ length: frames }, () => [...ambient.next(null)]).flat());
};

describe('ambient sound', () => {
  for (const name of AMBIENT_SOUNDS)
    it(`has the wanted level, and no seam where ${name} repeats`, () => {
      const loop = ambientLoop(name, 8_000);
      assert.closeTo(levelDbOf(sent(loop, -45, loop.length / FRAME)), -45, 0.2);
      const steps = loop.map((sample, at) => Math.abs(sample - loop.at(at - 1)!));
      assert.isBelow(steps[0]!, Math.max(...steps.subarray(1)));
    });

  it('is louder with typing, and steady in a room', () => {
    const loudest = (name: 'room' | 'office'): number => {
      const pcm = sent(ambientLoop(name, 8_000), -45, 500);
      return Math.max(...Array.from({ length: 500 }, (_, at) => levelDbOf(pcm.subarray(at * FRAME, (at + 1) * FRAME))));
    };
    assert.isBelow(loudest('room'), -39);
    assert.isAbove(loudest('office'), loudest('room') + 5);
  });

  it('is added to a voice, which it cannot make overflow', () => {
    const ambient = new AmbientSound(Float32Array.of(1, -1), { levelDb: -60, frame: 2 });
    assert.deepEqual([...ambient.next(Int16Array.of(100, 100))], [132, 67]);
    assert.deepEqual([...ambient.next(Int16Array.of(32_767, -32_768))], [32_767, -32_768]);
    assert.deepEqual([...ambient.next(null)], [32, -32]);
  });
});
