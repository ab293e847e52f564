import { assert } from 'chai';
import fc from 'fast-check';
import { Turns } from '../../adapters/documents/engines/turns.ts';

const THINGS = ['a', 'b', 'c', 'd'];

/** Longer than any of these tests takes. In milliseconds. */
const LONG_MS = 60_000;

describe('turns', () => {
  it('let those who want the same go one after another, all through, in the order in which they came', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(THINGS), { maxLength: 12 }), fc.scheduler(), async (wishes, scheduler) => {
        const turns = new Turns(LONG_MS);
        const atWork = new Set<string>();
        const order = new Map<string, number[]>(THINGS.map((thing) => [thing, []]));
        const all = wishes.map((wanted, who) =>
          turns
            .take(wanted, async () => {
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

  it('keep nobody waiting who wants something else', async () => {
    const turns = new Turns(LONG_MS);
    let free = (): void => undefined;
    const first = turns.take(['a', 'b'], () => new Promise((resolve) => (free = () => resolve('first'))));
    const [second, other] = [turns.take(['b', 'c'], async () => 'second'), turns.take(['d'], async () => 'other')];
    assert.equal(await other, 'other');
    assert.equal(await turns.take([], async () => 'nothing'), 'nothing');
    free();
    assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  });

  it('are given up after somebody who is never through', async () => {
    const turns = new Turns(5);
    void turns.take(['a'], () => new Promise(() => undefined));
    const late = [turns.take(['a'], async () => 'second'), turns.take(['a', 'b'], async () => 'third')];
    assert.deepEqual(await Promise.all(late), ['second', 'third']);
    assert.equal(turns.size, 0);
  });
});
