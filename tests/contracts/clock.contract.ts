import { assert } from 'chai';
import type { Clock } from '../../application/ports/clock.ts';
import type { Contract } from '../support/contract.ts';

export interface PassingTime {
  readonly clock: Clock;
  /** Lets at least so much of the clock's time pass. */
  pass(ms: number): Promise<void>;
}

export const clockContract: Contract<PassingTime> = {
  'is monotonic and advances': async ({ clock, pass }) => {
    const seen: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      seen.push(clock.monotonic());
      await pass(3);
    }
    for (const [at, moment] of seen.entries()) if (at > 0) assert.isAtLeast(moment - seen[at - 1]!, 2.5);
  },

  'tells the wall clock at the pace of durations': async ({ clock, pass }) => {
    // The process may stand still between two looks: each at the wall clock is between two at the other one.
    const look = () => ({ from: clock.monotonic(), wall: clock.now().getTime(), to: clock.monotonic() });
    const start = look();
    await pass(40);
    const end = look();
    assert.isAtLeast(end.wall - start.wall, end.from - start.to - 5);
    assert.isAtMost(end.wall - start.wall, end.to - start.from + 5);
    assert.isAbove(start.wall, Date.parse('2025-01-01'));
  },

  'runs once, and not before its time': async ({ clock, pass }) => {
    const ran: number[] = [];
    const start = clock.monotonic();
    clock.after(20, () => ran.push(clock.monotonic() - start));
    assert.isEmpty(ran);
    await pass(5);
    if (clock.monotonic() - start < 19) assert.isEmpty(ran);
    await pass(60);
    assert.lengthOf(ran, 1);
    assert.isAtLeast(ran[0]!, 19);
  },

  'runs in the order of time, then of asking': async ({ clock, pass }) => {
    const ran: string[] = [];
    clock.after(30, () => ran.push('last'));
    clock.after(10, () => ran.push('first'));
    clock.after(10, () => ran.push('second'));
    await pass(80);
    assert.deepEqual(ran, ['first', 'second', 'last']);
  },

  'runs what was asked for by what ran': async ({ clock, pass }) => {
    const ran: string[] = [];
    clock.after(5, () => clock.after(5, () => ran.push('later')));
    await pass(60);
    assert.deepEqual(ran, ['later']);
  },

  'does not run synchronously, however short the wait': async ({ clock, pass }) => {
    let ran = false;
    clock.after(0, () => (ran = true));
    assert.isFalse(ran);
    await pass(10);
    assert.isTrue(ran);
  },

  'does not run what was cancelled, also when it is cancelled twice or too late': async ({ clock, pass }) => {
    const ran: string[] = [];
    const cancel = clock.after(5, () => ran.push('cancelled'));
    const tooLate = clock.after(5, () => ran.push('ran'));
    cancel();
    cancel();
    await pass(50);
    tooLate();
    assert.deepEqual(ran, ['ran']);
  },
};
