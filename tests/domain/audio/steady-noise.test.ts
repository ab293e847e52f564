import { assert } from 'chai';
import fc from 'fast-check';
import { SteadyNoise } from '../../../domain/audio/steady-noise.ts';

/** Whether each of these frames is noise, while the caller is silent. */
function verdicts(noise: SteadyNoise, levels: readonly number[]): boolean[] {
  return levels.map((level) => {
    noise.add(level);
    return noise.isNoise(level, false);
  });
}

const frames = (count: number, db: number): number[] => new Array<number>(count).fill(db);

/** Levels that vary by 3 dB around one of them. */
const steady = (db: number, length: number) =>
  fc.array(fc.double({ min: db - 1.4, max: db + 1.4, noNaN: true }), { minLength: length, maxLength: length });

const syllables = fc
  .array(fc.record({ frames: fc.integer({ min: 3, max: 12 }), db: fc.integer({ min: -30, max: -14 }) }), {
    minLength: 20,
    maxLength: 30,
  })
  .map((each) => each.flatMap(({ frames: count, db }) => [...frames(count, db), ...frames(3, -50)]));

describe('Steady noise', () => {
  it('is found from the start of the call on, and speech 5 dB above it is none', () => {
    fc.assert(
      fc.property(steady(-30, 200), (levels) => {
        const noise = new SteadyNoise();
        assert.isTrue(verdicts(noise, levels).every(Boolean));
        assert.isFalse(verdicts(noise, frames(10, -25)).some(Boolean));
      }),
    );
  });

  it('is found within a second when it begins later, and its end too', () => {
    fc.assert(
      fc.property(steady(-25, 100), (levels) => {
        const noise = new SteadyNoise();
        verdicts(noise, frames(100, -70));
        assert.isTrue(verdicts(noise, levels).slice(50).every(Boolean));
        verdicts(noise, frames(50, -70));
        assert.isFalse(verdicts(noise, frames(10, -50)).some(Boolean));
      }),
    );
  });

  it('is gone when two frames are far below it, though speech as loud as it was follows, but not in lost frames', () => {
    fc.assert(
      fc.property(steady(-25, 100), (levels) => {
        const [ended, lossy] = [new SteadyNoise(), new SteadyNoise()];
        for (const noise of [ended, lossy]) verdicts(noise, levels);
        verdicts(ended, frames(2, -60));
        assert.isFalse(verdicts(ended, frames(10, -26)).some(Boolean));
        verdicts(lossy, frames(5, -100));
        assert.isTrue(verdicts(lossy, frames(1, -25)).every(Boolean));
      }),
    );
  });

  it('is never found in speech on a quiet line', () => {
    fc.assert(
      fc.property(syllables, (levels) => {
        const noise = new SteadyNoise();
        verdicts(noise, frames(1, -70));
        assert.isFalse(verdicts(noise, levels).some(Boolean));
      }),
    );
  });

  it('lets speech continue at a level at which it does not start', () => {
    const noise = new SteadyNoise();
    verdicts(noise, frames(50, -30));
    assert.deepEqual([noise.isNoise(-27.5, false), noise.isNoise(-27.5, true)], [true, false]);
    assert.isTrue(noise.isNoise(-28.5, true));
  });

  it('cannot be told from other sound in the first 200 ms of a call that begins with it', () => {
    const noise = new SteadyNoise();
    const first = verdicts(noise, [-20, -40, -15, -50, -18, -25, -45, -17, -20, -30, -16]);
    assert.deepEqual(first.indexOf(false), 9);
  });
});
