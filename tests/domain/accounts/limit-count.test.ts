import { assert } from 'chai';
import {
  addToWindow,
  countFailure,
  msUntilAttempt,
  takeFailureBack,
  unexpired,
  type LimitCount,
} from '../../../domain/accounts/limit-count.ts';

const MINUTE = 60_000;
const NOW = 1_772_442_000_000;
const HOUR = 60 * MINUTE;

describe('a window of counted requests', () => {
  it('begins with the first request and begins again when it has ended', () => {
    const first = addToWindow(null, 1, MINUTE, NOW);
    assert.deepEqual(first, { count: 1, not_before: 0, expires_at: NOW + MINUTE });
    const second = addToWindow(first, 2, MINUTE, NOW + MINUTE - 1);
    assert.deepEqual(second, { count: 3, not_before: 0, expires_at: NOW + MINUTE });
    assert.deepEqual(addToWindow(second, 1, MINUTE, NOW + MINUTE), addToWindow(null, 1, MINUTE, NOW + MINUTE));
  });

  it('ends after its length by the clock of every process, also when a clock was set back', () => {
    const ahead = addToWindow(null, 1, MINUTE, NOW + HOUR);
    const behind = addToWindow(ahead, 1, MINUTE, NOW);
    assert.deepEqual(behind, { count: 2, not_before: 0, expires_at: NOW + MINUTE });
    assert.equal(addToWindow(behind, 1, MINUTE, NOW + 1_000).expires_at, NOW + MINUTE, 'and is not extended');
  });
});

describe('failures that delay the next attempt', () => {
  const RULE = { free: 2, delayMaxMs: 8_000, forgottenAfterMs: MINUTE };
  const failed = (times: number, now = NOW): LimitCount | null => {
    let seen: LimitCount | null = null;
    for (let turn = 0; turn < times; turn += 1) seen = countFailure(seen, RULE, now);
    return seen;
  };
  const delays = (count: number, now = NOW): number => msUntilAttempt(failed(count), RULE, now);

  it('double it from a second up to the longest', () => {
    assert.deepEqual(
      [0, 1, 2, 3, 4, 5, 6].map((count) => delays(count)),
      [0, 0, 1_000, 2_000, 4_000, 8_000, 8_000],
    );
    assert.deepEqual([delays(4, NOW + 3_999), delays(4, NOW + 4_000)], [1, 0]);
  });

  it('are forgotten when none was added for long enough', () => {
    assert.equal(countFailure(failed(5), RULE, NOW + MINUTE - 1).count, 6);
    assert.equal(countFailure(failed(5), RULE, NOW + MINUTE).count, 1);
    assert.isNull(unexpired(failed(5), NOW + MINUTE));
  });

  it('can be taken back with their delay, down to none', () => {
    const three = takeFailureBack(failed(4));
    assert.deepEqual([three?.count, msUntilAttempt(three, RULE, NOW)], [3, 0]);
    assert.isNull(takeFailureBack(failed(1)));
    assert.isNull(takeFailureBack(null));
  });

  it('delay no attempt for longer than the longest delay when a clock was set back', () => {
    assert.equal(delays(3, NOW - HOUR), 8_000);
  });
});
