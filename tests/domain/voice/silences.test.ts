import { assert } from 'chai';
import { Silences } from '../../../domain/voice/silences.ts';

/** The silences of 20 ms frames of these levels. */
function found(levels: readonly number[]) {
  const silences = new Silences();
  for (const level of levels) silences.add(new Int16Array(320).fill(level));
  return silences.list(20);
}

const LOUD = [3_000, 2_500, 4_000, 3_500];

describe('Silences', () => {
  it('finds silences of at least 80 ms within speech and of any length at its edges', () => {
    assert.deepEqual(found([0, ...LOUD, 0, 0, 0, ...LOUD, 0, 0, 0, 0, ...LOUD, 0]), [
      { from: 0, to: 1 },
      { from: 12, to: 16 },
      { from: 20, to: 21 },
    ]);
  });

  it('measures silence relative to the level of the voice', () => {
    const quietVoice = [...LOUD, 30, 30, 30, 30, ...LOUD].map((level) => Math.round(level / 20));
    assert.deepEqual(found(quietVoice), [{ from: 4, to: 8 }]);
    assert.deepEqual(found([...LOUD, 900, 900, 900, 900, ...LOUD]), []);
  });

  it('finds none without audio and one in all-silent audio', () => {
    assert.deepEqual(found([]), []);
    assert.deepEqual(found([0, 0]), [{ from: 0, to: 2 }]);
  });
});
