import { assert } from 'chai';
import { LimitedList } from '../../application/limited-list.ts';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { openWorld } from '../support/world.ts';

/** A list in a store that takes its time, and processes that add to it. */
function sharedList(max: number) {
  const items: number[] = [];
  let next = 0;
  const later = <T>(work: () => T): Promise<T> => new Promise((resolve) => setImmediate(() => resolve(work())));
  const process = () => {
    const limited = new LimitedList(max, 'full');
    return () =>
      limited.add('org', {
        count: () => later(() => items.length),
        add: () =>
          later(() => {
            items.push((next += 1));
            return next;
          }),
        remove: (added) => later(() => void items.splice(items.indexOf(added), 1)),
      });
  };
  return { items, process };
}

const succeeded = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter(({ status }) => status === 'fulfilled').length;

describe('lists of limited length', () => {
  it('become exactly as long as they may when one process adds many items at once', async () => {
    const { items, process } = sharedList(5);
    const add = process();
    const results = await Promise.allSettled(Array.from({ length: 20 }, add));
    assert.equal(succeeded(results), 5);
    assert.lengthOf(items, 5);
  });

  it('do not become longer when several processes add items at once', async () => {
    const { items, process } = sharedList(5);
    const results = await Promise.allSettled(
      Array.from({ length: 4 }, process).flatMap((add) => [add(), add(), add()]),
    );
    assert.isAtMost(items.length, 5);
    assert.equal(items.length, succeeded(results));
    for (const result of results)
      if (result.status === 'rejected') assert.equal((result.reason as Error).message, 'full');
  });

  it('hold when event endpoints are created at the same time', async () => {
    const world = await openWorld();
    const { ask } = await openAgentFixture(world);
    const body = { url: 'https://example.com/hook', event_types: ['call.ended'] };
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask('POST', '/event-endpoints', { body })));
    assert.lengthOf(
      answers.filter(({ status }) => status === 201),
      20,
    );
    assert.lengthOf((await ask('GET', '/event-endpoints')).body as unknown[], 20);
  });
});
