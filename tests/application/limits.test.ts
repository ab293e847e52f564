import { assert } from 'chai';
import { ReportedLimit } from '../../application/reported-limit.ts';
import { StrictLimit } from '../../application/strict-limit.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { admitted, inTurn, openCounts } from './limit-counts.ts';
import { errorText } from '../support/refusals.ts';

const MINUTE = 60_000;

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
    assert.equal(await errorText(limit.take('ada')), 'The database does not answer');
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
    let reads = 0;
    const find = limitCounts.find.bind(limitCounts);
    limitCounts.find = async (key) => {
      reads += 1;
      return find(key);
    };
    for (const limit of [one!, other!])
      assert.equal(admitted(await inTurn(150, async () => (await settled(), limit.take('key')))), 100);
    assert.isAtMost(reads, 4);
    state.isDown = false;
    clock.advance(MINUTE);
    one!.take('key');
    await settled();
    assert.equal(state.writes, 1);
  });
});
