import { assert } from 'chai';
import fc from 'fast-check';
import {
  DIAL_CAP_BOUNDS,
  dialCapReached,
  dialsExpireAt,
  stricterCaps,
  withDial,
  type CountedDial,
} from '../../../domain/campaigns/dial-caps.ts';
import { loadContract } from '../../../adapters/http/contract.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (ms: number): Date => new Date(Date.UTC(2026, 0, 1) + ms);
const dialled = (...times: readonly number[]): CountedDial[] =>
  times.map((ms, index) => ({ dial_id: `${index}`, at: at(ms).getTime() }));
const caps = (max_dials_per_day: number | null, max_dials_per_week: number | null = null) => ({
  max_dials_per_day,
  max_dials_per_week,
});

describe('dial caps', () => {
  it('allow as many dials as they say within any 24 hours, and the next one when the oldest is a day old', () => {
    const two = dialled(0, HOUR);
    assert.isNull(dialCapReached(two, 'new', caps(3), at(2 * HOUR)));
    const reached = dialCapReached(two, 'new', caps(2), at(2 * HOUR));
    assert.deepEqual(reached, { window: 'day', limit: 2, dials: 2, until: at(DAY).toISOString() });
    assert.isNotNull(dialCapReached(two, 'new', caps(2), at(DAY - 1)));
    assert.isNull(dialCapReached(two, 'new', caps(2), at(DAY)));
  });

  it('name the one that lasts longer when both are reached', () => {
    const many = dialled(0, DAY, 2 * DAY);
    const reached = dialCapReached(many, 'new', caps(1, 3), at(2 * DAY + 1));
    assert.deepInclude(reached, { window: 'week', limit: 3, until: at(7 * DAY).toISOString() });
  });

  it('count a dial once that is made again, from its last time on', () => {
    const again = withDial(dialled(0), '0', at(HOUR));
    assert.deepEqual(again, [{ dial_id: '0', at: at(HOUR).getTime() }]);
    assert.isNull(dialCapReached(again, '0', caps(1), at(2 * HOUR)));
    assert.equal(dialCapReached(again, 'other', caps(1), at(2 * HOUR))?.until, at(DAY + HOUR).toISOString());
  });

  it('count dials that the clock has moved into the future', () => {
    assert.isNotNull(dialCapReached(dialled(HOUR), 'new', caps(1), at(0)));
  });

  it('have the stricter of each two', () => {
    assert.deepEqual(stricterCaps(caps(3, null), caps(5, 7)), caps(3, 7));
    assert.deepEqual(stricterCaps(caps(null, 4), caps(null, 2)), caps(null, 2));
  });

  it('have the same bounds in the contract', () => {
    const { minimum, maximum } = DIAL_CAP_BOUNDS;
    const cap = `"type":["integer","null"],"minimum":${minimum},"maximum":${maximum}}`;
    assert.include(JSON.stringify(loadContract('/api/v1')), cap);
  });

  it('allow no more than they say in any window, and a dial at the time they name', () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 3 * DAY }), { maxLength: 40 });
    const limit = fc.option(fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(gaps, limit, limit, (waits, perDay, perWeek) => {
        const wanted = caps(perDay, perWeek);
        let [counted, now]: [readonly CountedDial[], number] = [[], 0];
        const made: number[] = [];
        for (const [index, gap] of waits.entries()) {
          now += gap;
          const reached = dialCapReached(counted, `${index}`, wanted, at(now));
          if (reached) {
            assert.isAbove(Date.parse(reached.until), at(now).getTime());
            now = Date.parse(reached.until) - at(0).getTime();
            assert.isNull(dialCapReached(counted, `${index}`, wanted, at(now)));
          }
          counted = withDial(counted, `${index}`, at(now));
          made.push(now);
          assert.isAtLeast(Date.parse(dialsExpireAt(counted)), at(now + 7 * DAY).getTime());
        }
        for (const [cap, ms] of [
          [perDay, DAY],
          [perWeek, 7 * DAY],
        ] as const)
          for (const from of made)
            if (cap !== null) assert.isAtMost(made.filter((each) => each >= from && each < from + ms).length, cap);
      }),
    );
  });
});
