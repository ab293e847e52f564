import { assert } from 'chai';
import { FairSlots } from '../../application/fair-slots.ts';
import { Deferred } from '../../application/deferred.ts';
import { fakeClock } from '../support/fake-clock.ts';

describe('fair slots', () => {
  const clock = fakeClock();
  const open = (more: Partial<ConstructorParameters<typeof FairSlots>[0]> = {}) => {
    const slots = new FairSlots({ clock, limit: 4, perKey: 4, slowMs: 3_000, slowLimit: 2, ...more });
    const started: string[] = [];
    const work = new Map<string, Deferred<void>>();
    const runs: Promise<void>[] = [];
    const run = (name: string): void => {
      const end = new Deferred<void>();
      work.set(name, end);
      runs.push(slots.run(name.slice(0, 1), async () => (started.push(name), end.promise)));
    };
    /** Lets a piece of work end, and what waits start. */
    const end = async (name: string): Promise<void> => {
      work.get(name)!.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { run, end, started, endAll: async () => (await Promise.all([...work.keys()].map(end)), Promise.all(runs)) };
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('give the next free slot to the key with the least work under way', async () => {
    const { run, end, started, endAll } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1']) run(name);
    await settled();
    assert.deepEqual(started, ['a1', 'a2', 'a3', 'a4']);
    await end('a1');
    await end('a2');
    assert.deepEqual(started.slice(4), ['b1', 'c1']);
    await endAll();
    assert.sameMembers(started, ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'c1']);
  });

  it('leave slots free that one key may not have', async () => {
    const { run, started, endAll } = open({ perKey: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1']) run(name);
    await settled();
    assert.deepEqual(started, ['a1', 'a2', 'b1']);
    await endAll();
    assert.include(started, 'a3');
  });

  it('take back the slots of slow work, up to a limit', async () => {
    const { run, end, started, endAll } = open();
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'b3']) run(name);
    await settled();
    clock.advance(3_000);
    await settled();
    assert.deepEqual(started.slice(4), ['b1', 'b2']);
    clock.advance(3_000);
    await settled();
    assert.lengthOf(started, 6, 'the limit of slow work');
    await end('a1');
    await end('b1');
    assert.include(started, 'b3');
    await endAll();
  });

  it('free the slot of work that fails', async () => {
    const slots = new FairSlots({ clock, limit: 1, perKey: 1, slowMs: 3_000, slowLimit: 0 });
    const failed = await slots.run('a', () => Promise.reject(new Error('no'))).catch((error: unknown) => String(error));
    assert.equal(failed, 'Error: no');
    assert.equal(await slots.run('a', async () => 1), 1);
  });
});
