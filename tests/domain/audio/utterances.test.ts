import { assert } from 'chai';
import { utterancesOf } from '../../../domain/audio/utterances.ts';

const FRAME = 160;
const PER_SECOND = 50;

/** Alternating silence and sound, in seconds, starting with silence. */
const recording = (...seconds: readonly number[]): Int16Array =>
  Int16Array.from(
    seconds.flatMap((length, turn) => Array.from({ length: length * PER_SECOND * FRAME }, () => (turn % 2) * 1_000)),
  );

const utterances = (pcm: Int16Array): { seconds: number; sounding: number }[] =>
  [...utterancesOf(pcm, FRAME, (piece) => piece[0] !== 0)].map((part) => ({
    seconds: part.length / FRAME / PER_SECOND,
    sounding: part.filter((sample) => sample !== 0).length / FRAME / PER_SECOND,
  }));

describe('utterances', () => {
  it('include the pre-roll and the pause after them', () => {
    assert.deepEqual(utterances(recording(1, 2, 1, 3, 1)), [
      { seconds: 3, sounding: 2 },
      { seconds: 4, sounding: 3 },
    ]);
  });

  it('end with the recording', () => {
    assert.deepEqual(utterances(recording(0, 1)), [{ seconds: 1, sounding: 1 }]);
    assert.deepEqual(utterances(recording(1, 1, 0.5)), [{ seconds: 1.8, sounding: 1 }]);
  });

  it('continue over a short pause and ignore clicks', () => {
    assert.deepEqual(
      utterances(recording(1, 1, 0.5, 1, 1)).map(({ sounding }) => sounding),
      [2],
    );
    assert.isEmpty(utterances(recording(1, 0.06, 1)));
  });

  it('split long speech without losing samples', () => {
    const parts = utterances(recording(0, 60));
    assert.deepEqual(
      parts.map(({ seconds }) => seconds),
      [25, 25, 10],
    );
  });

  it('are empty in silence', () => {
    assert.isEmpty(utterances(recording(5)));
    assert.isEmpty(utterances(new Int16Array(0)));
  });

  it('have whole frames, the last one padded with silence', () => {
    const [only] = [...utterancesOf(new Int16Array(10 * FRAME + 1).fill(9), FRAME, () => true)];
    assert.equal(only?.length, 11 * FRAME);
    assert.equal(only?.at(10 * FRAME), 9);
    assert.equal(only?.at(-1), 0);
  });
});
