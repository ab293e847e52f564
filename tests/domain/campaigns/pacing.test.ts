import { assert } from 'chai';
import fc from 'fast-check';
import {
  afterDialling,
  hasFutureDials,
  dialAllowance,
  clampToNow,
  waitForDial,
} from '../../../domain/campaigns/pacing.ts';

const SECOND = 1_000;
const steps = fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 200 });
const rates = fc.integer({ min: 1, max: 20 });

/** Dials as much as allowed after each of these pauses, and returns the times. */
function dials(rate: number, pauses: readonly number[], wanted: number): number[] {
  let recent: readonly number[] = [];
  let now = 1_000_000;
  const made: number[] = [];
  for (const pause of pauses) {
    now += pause;
    const count = Math.min(wanted, dialAllowance(recent, rate, now));
    recent = afterDialling(recent, count, now);
    for (let each = 0; each < count; each += 1) made.push(now);
  }
  return made;
}

describe('campaign pacing', () => {
  it('keeps every one-second window within the rate', () => {
    fc.assert(
      fc.property(rates, steps, fc.integer({ min: 1, max: 25 }), (rate, pauses, wanted) => {
        const made = dials(rate, pauses, wanted);
        for (const end of made) assert.isAtMost(made.filter((at) => at > end - SECOND && at <= end).length, rate);
      }),
    );
  });

  it('allows the same dials as a model that keeps all of them', () => {
    fc.assert(
      fc.property(rates, steps, (rate, pauses) => {
        let [recent, now]: [readonly number[], number] = [[], 0];
        const all: number[] = [];
        for (const pause of pauses) {
          now += pause;
          const allowed = rate - all.filter((at) => at > now - SECOND).length;
          assert.equal(dialAllowance(recent, rate, now), allowed);
          assert.equal(waitForDial(recent, rate, now) === 0, allowed > 0);
          if (allowed > 0) all.push(now);
          recent = allowed > 0 ? afterDialling(recent, 1, now) : recent;
        }
      }),
    );
  });

  it('computes the wait for the next dial in exact milliseconds', () => {
    fc.assert(
      fc.property(rates, steps, (rate, pauses) => {
        const made = dials(rate, pauses, 1).slice(-rate);
        const now = made.at(-1) ?? 0;
        const wait = waitForDial(made, rate, now);
        assert.isAbove(dialAllowance(made, rate, now + wait), 0);
        if (wait > 0) assert.equal(dialAllowance(made, rate, now + wait - 1), 0);
      }),
    );
  });

  it('uses the full rate under load', () => {
    const everyMillisecond = Array.from({ length: 10_000 }, () => 1);
    assert.lengthOf(dials(7, everyMillisecond, 20), 70);
  });

  it('computes the wait after the rate was lowered', () => {
    assert.equal(waitForDial([100, 200, 300], 2, 400), 800);
    assert.equal(waitForDial([100, 200, 300], 4, 400), 0);
  });

  it('waits at most 1 s after the clock was set back', () => {
    const recent = [5_000, 6_000];
    assert.isTrue(hasFutureDials(recent, 5_500));
    assert.isFalse(hasFutureDials(recent, 6_000));
    assert.deepEqual(clampToNow(recent, 5_500), [5_000, 5_500]);
    assert.isAtMost(waitForDial(clampToNow(recent, 10), 1, 10), SECOND);
  });
});
