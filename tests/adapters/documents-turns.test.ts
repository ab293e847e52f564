import { assert } from 'chai';
import fc from 'fast-check';
import { inTurns } from '../../adapters/documents/engines/turns.ts';

const THINGS = ['a', 'b', 'c', 'd'];

describe('turns', () => {
  it('lets those who want the same go one after another, all through, in the order in which they came', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.subarray(THINGS), { maxLength: 12 }), fc.scheduler(), async (wishes, scheduler) => {
        const take = inTurns();
        const atWork = new Set<string>();
        const order = new Map<string, number[]>(THINGS.map((thing) => [thing, []]));
        const all = wishes.map((wanted, who) =>
          take(wanted, async () => {
            for (const thing of wanted) {
              assert.isFalse(atWork.has(thing));
              atWork.add(thing);
              order.get(thing)!.push(who);
            }
            await scheduler.schedule(Promise.resolve());
            wanted.forEach((thing) => atWork.delete(thing));
            if (who % 3 === 0) throw new Error(`refused ${who}`);
            return who;
          }).catch((error: Error) => error.message),
        );
        const answers = scheduler.waitFor(Promise.all(all));
        assert.deepEqual(
          await answers,
          wishes.map((_, who) => (who % 3 === 0 ? `refused ${who}` : who)),
        );
        for (const came of order.values())
          assert.deepEqual(
            came,
            came.toSorted((one, other) => one - other),
          );
      }),
    ));

  it('keeps nobody waiting who wants something else', async () => {
    const take = inTurns();
    let free = (): void => undefined;
    const first = take(['a', 'b'], () => new Promise((resolve) => (free = () => resolve('first'))));
    const [second, other] = [take(['b', 'c'], async () => 'second'), take(['d'], async () => 'other')];
    assert.equal(await other, 'other');
    assert.equal(await take([], async () => 'nothing'), 'nothing');
    free();
    assert.deepEqual(await Promise.all([first, second]), ['first', 'second']);
  });
});
