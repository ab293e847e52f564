import { assert } from 'chai';
import { Rounds } from '../../application/rounds.ts';

/** Rounds that wait to be ended, and how many began. */
function openRounds() {
  const ends: ((more: boolean | Error) => void)[] = [];
  const failures: unknown[] = [];
  const rounds = new Rounds(
    () => new Promise((resolve, reject) => ends.push((more) => (more instanceof Error ? reject(more) : resolve(more)))),
    (error) => failures.push(error),
  );
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends the round in progress. */
  const end = async (more: boolean | Error = false): Promise<void> => {
    ends.at(-1)!(more);
    await settled();
  };
  return { rounds, failures, end, begun: () => ends.length };
}

describe('Rounds', () => {
  it('run one at a time, and a further one follows what was announced during one', async () => {
    const { rounds, end, begun } = openRounds();
    rounds.wake();
    for (let count = 0; count < 3; count += 1) rounds.wake();
    assert.equal(begun(), 1);
    await end();
    assert.equal(begun(), 2);
    await end();
    assert.equal(begun(), 2);
    assert.isFalse(rounds.isRunning);
  });

  it('miss nothing that is announced while the last one ends, at whatever moment', async () => {
    for (let microtasks = 0; microtasks < 12; microtasks += 1) {
      const { rounds, end, begun } = openRounds();
      rounds.wake();
      const ended = end();
      for (let count = 0; count < microtasks; count += 1) await Promise.resolve();
      rounds.wake();
      await ended;
      assert.equal(begun(), 2, `${microtasks} microtasks after the end`);
    }
  });

  it('continue while there is more', async () => {
    const { rounds, end, begun } = openRounds();
    const done = rounds.tick();
    await end(true);
    await end(true);
    await end();
    await done;
    assert.equal(begun(), 3);
  });

  it('end with the one in progress when they are stopped, and are not woken again', async () => {
    const { rounds, end, begun } = openRounds();
    rounds.wake();
    rounds.wake();
    const stopped = rounds.stop();
    assert.isTrue(rounds.isStopped);
    await end(true);
    await stopped;
    await rounds.tick();
    assert.equal(begun(), 1);
  });

  it('report one that fails, without rejecting, and begin again when they are woken', async () => {
    const { rounds, failures, end, begun } = openRounds();
    const failure = new Error('The store is away');
    const done = rounds.tick();
    await end(failure);
    await done;
    assert.deepEqual(failures, [failure]);
    rounds.wake();
    assert.equal(begun(), 2);
    await end();
  });
});
