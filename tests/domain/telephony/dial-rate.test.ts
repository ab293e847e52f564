import { assert } from 'chai';
import * as fc from 'fast-check';
import { nextDialTime, RESERVE_AHEAD_MS, spacingMs, type DialRate } from '../../../domain/telephony/dial-rate.ts';

const NOW = 1_760_000_000_000;
const rates = fc.record({ dials: fc.integer({ min: 1, max: 1_000 }), perMs: fc.constantFrom(1_000, 60_000) });

/** Reserved dial times for requests after each of these pauses. */
function placesOf(rate: DialRate, pauses: readonly number[]): number[] {
  let noted: number | null = null;
  let now = NOW;
  return pauses.flatMap((pause) => {
    now += pause;
    const at = nextDialTime(noted, rate, now);
    if (at > now + RESERVE_AHEAD_MS) return [];
    noted = at + spacingMs(rate);
    return [at];
  });
}

describe('dial rate of an account', () => {
  it('is not exceeded for any request times', () => {
    fc.assert(
      fc.property(rates, fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 60 }), (rate, pauses) => {
        const places = placesOf(rate, pauses);
        for (const from of places) {
          const within = places.filter((at) => at >= from && at < from + rate.perMs);
          assert.isAtMost(within.length, rate.dials);
        }
      }),
    );
  });

  it('is fully used under load', () => {
    const places = placesOf({ dials: 200, perMs: 60_000 }, Array<number>(400).fill(300));
    assert.lengthOf(places, 400);
    assert.isAtMost(places.at(-1)! - NOW, 400 * 300);
  });

  it('allows a dial after a long pause, and after the clock was set back', () => {
    const rate = { dials: 1, perMs: 1_000 };
    assert.equal(nextDialTime(NOW - 60_000, rate, NOW), NOW);
    assert.equal(nextDialTime(null, rate, NOW), NOW);
    assert.equal(nextDialTime(NOW + 3_000, rate, NOW), NOW + 3_000);
    assert.equal(nextDialTime(NOW + 3_001, rate, NOW), NOW);
  });
});
