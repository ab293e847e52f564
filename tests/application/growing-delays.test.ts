import { assert } from 'chai';
import { BoundedMap } from '../../application/bounded-map.ts';
import { GrowingDelays } from '../../application/growing-delays.ts';
import { LimitCountChanges } from '../../application/limit-count-changes.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { admitted, inTurn, openCounts } from './limit-counts.ts';
import { errorText } from '../support/refusals.ts';

const MINUTE = 60_000;

describe('growing delays', () => {
  const RULE = { free: 10, delayMaxMs: 8_000, forgottenAfterMs: MINUTE };

  it('let several processes make no more attempts than are free together, however they race', async () => {
    const { limitCounts } = await openCounts();
    const clock = fakeClock();
    const delays = Array.from({ length: 3 }, () => new GrowingDelays({ limitCounts, clock }, 'login', RULE));
    const answers = await Promise.all(Array.from({ length: 60 }, (_, turn) => delays[turn % 3]!.attempt('ada')));
    assert.equal(admitted(answers), 10);
    clock.advance(1_000);
    const next = await Promise.all(Array.from({ length: 60 }, (_, turn) => delays[turn % 3]!.attempt('ada')));
    assert.equal(admitted(next), 1);
    assert.include(next, 2);
  });

  it('are reset in every process within a second of a success in one', async () => {
    const { limitCounts } = await openCounts();
    const clock = fakeClock();
    const [one, other] = [1, 2].map(() => new GrowingDelays({ limitCounts, clock }, 'login', RULE));
    await inTurn(13, async () => {
      clock.advance(8_000);
      return one!.attempt('ada');
    });
    assert.deepEqual([await one!.attempt('ada'), await other!.attempt('ada')], [8, 8]);
    await one!.reset('ada');
    assert.equal(await one!.attempt('ada'), 0);
    assert.equal(await other!.attempt('ada'), 8, 'remembered for a second');
    clock.advance(1_000);
    assert.equal(await other!.attempt('ada'), 0);
  });

  it('undo a failure that was not one', async () => {
    const ports = { ...(await openCounts()), clock: fakeClock() };
    const delays = new GrowingDelays(ports, 'login', { ...RULE, free: 2 });
    assert.deepEqual(await inTurn(3, () => delays.attempt('ada')), [0, 0, 1]);
    await delays.takeBack('ada');
    assert.deepEqual(await inTurn(2, () => delays.attempt('ada')), [0, 1]);
  });

  it('refuse a flood of attempts with one look at the store in a second', async () => {
    const { limitCounts, state } = await openCounts();
    const delays = new GrowingDelays({ limitCounts, clock: fakeClock() }, 'login', { ...RULE, free: 1 });
    await inTurn(2, () => delays.attempt('ada'));
    const { reads } = state;
    await inTurn(500, () => delays.attempt('ada'));
    assert.equal(state.reads, reads);
  });

  it('let nothing through while the store is away', async () => {
    const { limitCounts, state } = await openCounts();
    state.isDown = true;
    const delays = new GrowingDelays({ limitCounts, clock: fakeClock() }, 'login', RULE);
    assert.equal(await errorText(delays.attempt('ada')), 'The database does not answer');
  });
});

describe('changes of counts', () => {
  const A = { kind: 'test', key: 'a' };

  it('fail together with their operation, and not those that come later', async () => {
    const { limitCounts, state } = await openCounts();
    const changes = new LimitCountChanges({ limitCounts, clock: fakeClock() });
    const add = () => changes.make(A, (seen) => ({ count: (seen?.count ?? 0) + 1, not_before: 0, expires_at: 1 }));
    state.isDown = true;
    const failing = [errorText(add()), errorText(add())];
    assert.deepEqual(await Promise.all(failing), Array<string>(2).fill('The database does not answer'));
    state.isDown = false;
    await Promise.all([add(), add()]);
    assert.equal((await limitCounts.find(A))?.count, 2);
  });
});

describe('a bounded map', () => {
  it('drops what was set longest ago', () => {
    const map = new BoundedMap<string, number>(2);
    for (const key of ['a', 'b', 'a', 'c']) map.set(key, 1);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => map.get(key)),
      [1, undefined, 1],
    );
    map.delete('a');
    assert.equal(map.size, 1);
  });
});
