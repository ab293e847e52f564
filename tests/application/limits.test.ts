import { assert } from 'chai';
import { documentLimitCounts } from '../../adapters/documents/limit-counts.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { BoundedMap } from '../../application/bounded-map.ts';
import { GrowingDelays } from '../../application/growing-delays.ts';
import { LimitCountChanges } from '../../application/limit-count-changes.ts';
import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import { ReportedLimit } from '../../application/reported-limit.ts';
import { StrictLimit } from '../../application/strict-limit.ts';
import { outage } from '../../domain/errors.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { atEndOfTest } from '../support/temporary.ts';

const MINUTE = 60_000;

/** Counts that processes share, what they read and write there, and whether they can be reached. */
async function openCounts() {
  const store = await sqliteEngine(':memory:');
  atEndOfTest(() => store.close());
  const genuine = await documentLimitCounts(store);
  const state = { isDown: false, reads: 0, writes: 0 };
  const limitCounts: LimitCounts = {
    async find(key) {
      if (state.isDown) throw outage('The database does not answer');
      state.reads += 1;
      const found = await genuine.find(key);
      // Lets another process come in between.
      await new Promise((resolve) => void setImmediate(resolve));
      return found;
    },
    async replace(key, seen, next) {
      state.writes += 1;
      return genuine.replace(key, seen, next);
    },
    prune: (now, most) => genuine.prune(now, most),
  };
  return { limitCounts, state };
}

const inTurn = async (times: number, take: (turn: number) => number | Promise<number>): Promise<number[]> => {
  const answers: number[] = [];
  for (let turn = 0; turn < times; turn += 1) answers.push(await take(turn));
  return answers;
};
const admitted = (answers: readonly number[]): number => answers.filter((seconds) => seconds === 0).length;
const refusal = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: unknown) => String((error as Error).message),
  );

describe('a strict limit', () => {
  const allowance = { requests: 10, windowMs: MINUTE };

  it('lets several processes through no more than its allowance together, however they race', async () => {
    const { limitCounts } = await openCounts();
    const processes = Array.from({ length: 4 }, () => {
      const clock = fakeClock();
      return { clock, limit: new StrictLimit({ limitCounts, clock }, 'signUp', allowance) };
    });
    const race = () => Promise.all(Array.from({ length: 80 }, (_, turn) => processes[turn % 4]!.limit.take('ada')));
    const answers = await race();
    assert.equal(admitted(answers), 10);
    assert.sameMembers(answers, [...Array<number>(10).fill(0), ...Array<number>(70).fill(60)]);
    for (const { clock } of processes) clock.advance(MINUTE);
    assert.equal(admitted(await race()), 10);
  });

  it('counts keys and limits separately', async () => {
    const ports = { ...(await openCounts()), clock: fakeClock() };
    const limits = ['signUp', 'logIn'].map((name) => new StrictLimit(ports, name, { ...allowance, requests: 1 }));
    for (const limit of limits)
      for (const key of ['ada', 'eve']) assert.deepEqual(await inTurn(2, () => limit.take(key)), [0, 60]);
  });

  it('keeps its count when a process restarts', async () => {
    const ports = { ...(await openCounts()), clock: fakeClock() };
    const take = () => new StrictLimit(ports, 'signUp', allowance).take('ada');
    assert.equal(admitted(await inTurn(12, take)), 10);
  });

  it('does not ask the store about a key that has used its allowance, until its window ends', async () => {
    const { limitCounts, state } = await openCounts();
    const clock = fakeClock();
    const limit = new StrictLimit({ limitCounts, clock }, 'signUp', allowance);
    await inTurn(10, () => limit.take('ada'));
    const { reads, writes } = state;
    clock.advance(MINUTE - 1);
    assert.deepEqual(await inTurn(50, () => limit.take('ada')), Array<number>(50).fill(1));
    assert.deepEqual([state.reads, state.writes], [reads, writes]);
    clock.advance(1);
    assert.equal(await limit.take('ada'), 0);
  });

  it('makes many concurrent requests of a key with few operations of the store', async () => {
    const { limitCounts, state } = await openCounts();
    const limit = new StrictLimit({ limitCounts, clock: fakeClock() }, 'signUp', { ...allowance, requests: 500 });
    assert.equal(admitted(await Promise.all(Array.from({ length: 600 }, () => limit.take('ada')))), 500);
    assert.isAtMost(state.writes, 3);
  });

  it('lets nothing through while the store is away, and goes by what was counted before when it is back', async () => {
    const { limitCounts, state } = await openCounts();
    const limit = new StrictLimit({ limitCounts, clock: fakeClock() }, 'signUp', allowance);
    await inTurn(9, () => limit.take('ada'));
    state.isDown = true;
    assert.equal(await refusal(limit.take('ada')), 'The database does not answer');
    state.isDown = false;
    assert.deepEqual(await inTurn(2, () => limit.take('ada')), [0, 60]);
  });

  it('refuses for no longer than its window when clocks disagree', async () => {
    const { limitCounts } = await openCounts();
    const [ahead, behind] = [fakeClock('2026-03-02T10:00:00.000Z'), fakeClock('2026-03-02T09:00:00.000Z')];
    await inTurn(9, () => new StrictLimit({ limitCounts, clock: ahead }, 'signUp', allowance).take('ada'));
    const limit = new StrictLimit({ limitCounts, clock: behind }, 'signUp', allowance);
    assert.deepEqual(await inTurn(2, () => limit.take('ada')), [0, 60]);
    behind.advance(MINUTE);
    assert.equal(await limit.take('ada'), 0);
  });
});

describe('a reported limit', () => {
  const allowance = { requests: 100, windowMs: MINUTE };
  const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));

  it('decides at once, and lets one process through exactly its allowance', async () => {
    const ports = { ...(await openCounts()), clock: fakeClock() };
    const limit = new ReportedLimit(ports, 'API key', allowance);
    const answers = Array.from({ length: 150 }, () => limit.take('key'));
    assert.deepEqual(answers, [...Array<number>(100).fill(0), ...Array<number>(50).fill(60)]);
    assert.equal(limit.secondsLeft('key'), 60);
    assert.equal(limit.secondsLeft('another'), 0);
    ports.clock.advance(MINUTE);
    assert.equal(limit.secondsLeft('key'), 0);
  });

  it('lets several processes through little more than its allowance together', async () => {
    const { limitCounts } = await openCounts();
    const clock = fakeClock();
    const limits = Array.from({ length: 4 }, () => new ReportedLimit({ limitCounts, clock }, 'API key', allowance));
    const answers = await inTurn(400, async (turn) => {
      const seconds = limits[turn % 4]!.take('key');
      await settled();
      return seconds;
    });
    assert.isAtLeast(admitted(answers), 100);
    assert.isAtMost(admitted(answers), 108);
  });

  it('learns what others used within its first request', async () => {
    const { limitCounts } = await openCounts();
    const clock = fakeClock();
    const [one, other] = [1, 2].map(() => new ReportedLimit({ limitCounts, clock }, 'API key', allowance));
    for (let turn = 0; turn < 100; turn += 1) {
      one!.take('key');
      await settled();
    }
    clock.advance(20_000);
    assert.equal(other!.take('key'), 0);
    await settled();
    assert.equal(other!.take('key'), 40);
  });

  it('costs the store one operation for two percent of the allowance', async () => {
    const { limitCounts, state } = await openCounts();
    const limit = new ReportedLimit({ limitCounts, clock: fakeClock() }, 'API key', { ...allowance, requests: 1_000 });
    for (let turn = 0; turn < 1_000; turn += 1) {
      limit.take('key');
      await settled();
    }
    assert.isAtMost(state.writes, 51);
  });

  it('counts for each process alone while the store is away, and does not ask for every request', async () => {
    const { limitCounts, state } = await openCounts();
    const clock = fakeClock();
    const [one, other] = [1, 2].map(() => new ReportedLimit({ limitCounts, clock }, 'API key', allowance));
    state.isDown = true;
    let asked = 0;
    const find = limitCounts.find.bind(limitCounts);
    limitCounts.find = async (key) => {
      asked += 1;
      return find(key);
    };
    for (const limit of [one!, other!])
      assert.equal(admitted(await inTurn(150, async () => (await settled(), limit.take('key')))), 100);
    assert.isAtMost(asked, 4);
    state.isDown = false;
    clock.advance(MINUTE);
    one!.take('key');
    await settled();
    assert.equal(state.writes, 1);
  });
});

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
    assert.equal(await refusal(delays.attempt('ada')), 'The database does not answer');
  });
});

describe('changes of counts', () => {
  it('fail together with their operation, and not those that come later', async () => {
    const { limitCounts, state } = await openCounts();
    const changes = new LimitCountChanges({ limitCounts, clock: fakeClock() });
    const add = () => changes.make('a', (seen) => ({ count: (seen?.count ?? 0) + 1, not_before: 0, expires_at: 1 }));
    state.isDown = true;
    const failing = [refusal(add()), refusal(add())];
    assert.deepEqual(await Promise.all(failing), Array<string>(2).fill('The database does not answer'));
    state.isDown = false;
    await Promise.all([add(), add()]);
    assert.equal((await limitCounts.find('a'))?.count, 2);
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
