import { assert } from 'chai';
import fc from 'fast-check';
import { KeyedLock } from '../../adapters/documents/drivers/keyed-lock.ts';

const THINGS = ['a', 'b', 'c', 'd'];

/** Longer than any of these tests takes. In milliseconds. */
const LONG_MS = 60_000;

describe('turns', () => {
  it('let those who want the same go one after another, all through, in the order in which they came', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(THINGS), { maxLength: 12 }), fc.scheduler(), async (wishes, scheduler) => {
        const turns = new KeyedLock(LONG_MS);
        const atWork = new Set<string>();
        const order = new Map<string, number[]>(THINGS.map((thing) => [thing, []]));
        const all = wishes.map((wanted, who) =>
          turns
            .run(wanted, async () => {
              for (const thing of wanted) {
                assert.isFalse(atWork.has(thing));
                atWork.add(thing);
                order.get(thing)!.push(who);
              }
              await scheduler.schedule(Promise.resolve());
              wanted.forEach((thing) => atWork.delete(thing));
              if (who % 3 === 0) throw new Error(`refused ${who}`);
              return who;
            })
            .catch((error: Error) => error.message),
        );
        assert.deepEqual(
          await scheduler.waitFor(Promise.all(all)),
          wishes.map((_, who) => (who % 3 === 0 ? `refused ${who}` : who)),
        );
        for (const came of order.values())
          assert.deepEqual(
            came,
            came.toSorted((one, other) => one - other),
          );
        assert.equal(turns.size, 0);
      }),
    ));

  it('does not delay work on other keys', async () => {
    const turns = new KeyedLock(LONG_MS);
    let free = (): void => undefined;
    const first = turns.run(['a', 'b'], () => new Promise((resolve) => (free = () => resolve('first'))));
    const [second, other] = [turns.run(['b', 'c'], async () => 'second'), turns.run(['d'], async () => 'other')];
    assert.equal(await other, 'other');
    assert.equal(await turns.run([], async () => 'nothing'), 'nothing');
    free();
    assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  });

  it('starts work after the longest wait behind hung work', async () => {
    const turns = new KeyedLock(5);
    void turns.run(['a'], () => new Promise(() => undefined));
    const late = [turns.run(['a'], async () => 'second'), turns.run(['a', 'b'], async () => 'third')];
    assert.deepEqual(await Promise.all(late), ['second', 'third']);
    assert.equal(turns.size, 0);
  });
});
