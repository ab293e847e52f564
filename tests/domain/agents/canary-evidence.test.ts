import { assert } from 'chai';
import fc from 'fast-check';
import { canaryEvidence, informationPerCall, type ComparedCalls } from '../../../domain/agents/canary-evidence.ts';
import { CANARY_MEASURES, FALSE_ALARMS } from '../../../domain/agents/canary-measures.ts';
import { always, median, partOf, rollBacks, type Rates } from './canary-histories.ts';

const share = fc.integer({ min: 1, max: 90 }).map((percent) => percent / 100);
const count = fc.integer({ min: 0, max: 60 });
const compared = fc
  .tuple(count, count, count, count)
  .map(([a, b, c, d]): ComparedCalls => ({ canary: { count: a, of: a + b }, published: { count: c, of: c + d } }));

const withCall = (calls: ComparedCalls, version: keyof ComparedCalls, counts: boolean): ComparedCalls => ({
  ...calls,
  [version]: { count: calls[version].count + (counts ? 1 : 0), of: calls[version].of + 1 },
});

describe('evidence that a version is worse', () => {
  it('is a fair bet: whatever a call is, its expected value with the next version is its value now', () => {
    fc.assert(
      fc.property(share, compared, fc.boolean(), (part, calls, counts) => {
        const evidence = canaryEvidence(part);
        const expected =
          part * evidence(withCall(calls, 'canary', counts)) +
          (1 - part) * evidence(withCall(calls, 'published', counts));
        assert.closeTo(expected / evidence(calls), 1, 1e-9);
      }),
    );
  });

  it('is 1 without calls, grows with each call of the new version that counts, and falls with each of the published', () => {
    fc.assert(
      fc.property(share, compared, (part, calls) => {
        const evidence = canaryEvidence(part);
        assert.closeTo(evidence({ canary: { count: 0, of: 0 }, published: { count: 0, of: 0 } }), 1, 1e-12);
        assert.isAbove(evidence(withCall(calls, 'canary', true)), evidence(calls));
        assert.isBelow(evidence(withCall(calls, 'published', true)), evidence(calls));
        assert.isBelow(evidence(withCall(calls, 'canary', false)), evidence(calls));
      }),
    );
  });

  it('rolls back a version of which each call fails after a handful of its calls', () => {
    const evidence = canaryEvidence(0.1);
    const failing = (calls: number) =>
      evidence({ canary: { count: calls, of: calls }, published: { count: 0, of: calls * 9 } });
    assert.isBelow(failing(2), 1 / FALSE_ALARMS.failed);
    assert.isAbove(failing(5), 1 / FALSE_ALARMS.failed);
  });

  it('may be raised in vain in 5 of 100 histories, all measures together', () => {
    const sum = CANARY_MEASURES.reduce((total, measure) => total + FALSE_ALARMS[measure], 0);
    assert.closeTo(sum, 0.05, 1e-12);
  });
});

describe('simulated canaries', () => {
  const same = (rate: number): Rates => always(rate);

  it('roll back at most 50 of 1,000 versions that are not worse, by any of the measures', () => {
    const rates = {
      ...{ early_hang_up: same(0.1), failed: same(0.02), unsuccessful: same(0.3) },
      ...{ interrupted: same(0.5), slow: same(0.5) },
    };
    const found = rollBacks({ share: 0.2, calls: 400, rates }, 1_000);
    assert.isAtMost(partOf(found), 0.05);
    // It is a test, and not one that never fires.
    assert.isAbove(partOf(found), 0.001);
  });

  it('roll back at most 20 of 1,000 by early hang-ups, though their rate changes with the hour', () => {
    const byHour = (time: number): number => 0.2 + 0.18 * Math.sin(time * 40);
    const rates = { early_hang_up: { published: byHour, canary: byHour } };
    assert.isAtMost(partOf(rollBacks({ share: 0.3, calls: 400, rates }, 1_000, 2)), 0.02);
  });

  it('find 20 percentage points more early hang-ups within 400 calls in the median', () => {
    for (const [part, published] of [
      [0.2, 0.1],
      [0.5, 0.3],
    ] as const) {
      const rates = { early_hang_up: always(published, published + 0.2) };
      const found = rollBacks({ share: part, calls: 401, rates }, 1_000, 3);
      assert.isAtMost(median(found), 400, `share ${part}, base rate ${published}`);
    }
  });

  it('need at least about as many calls as the information in them asks for', () => {
    const perCall = informationPerCall(0.5, 0.1, 0.3);
    assert.closeTo(perCall, 0.0324, 0.0001);
    const rates = { early_hang_up: always(0.1, 0.3) };
    const calls = median(rollBacks({ share: 0.5, calls: 1_000, rates }, 200, 4));
    assert.isAbove(calls, 0.8 * (Math.log(1 / FALSE_ALARMS.early_hang_up) / perCall));
  });
});
