import { assert } from 'chai';
import { batched } from '../../application/batching.ts';

/** Steps that the test ends, in their order. */
function slowly() {
  const steps: { readonly requests: readonly number[]; readonly end: (error?: Error) => void }[] = [];
  const ask = batched<number>(
    (request) =>
      new Promise((resolve, reject) => {
        steps.push({ requests: [...request], end: (error) => (error ? reject(error) : resolve()) });
      }),
  );
  const requested = () => steps.map((step) => step.requests);
  return { ask, steps, requested };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe('batched', () => {
  it('runs items added while idle in one step', async () => {
    const { ask, steps, requested } = slowly();
    const both = Promise.all([ask(1), ask(2)]);
    await settled();
    assert.deepEqual(requested(), [[1, 2]]);
    steps[0]?.end();
    await both;
  });

  it('runs items added during a step in the next step, never two steps at a time', async () => {
    const { ask, steps, requested } = slowly();
    const first = ask(1);
    await settled();
    const rest = Promise.all([ask(2), ask(3)]);
    await settled();
    assert.deepEqual(requested(), [[1]]);
    steps[0]?.end();
    await first;
    await settled();
    assert.deepEqual(requested(), [[1], [2, 3]]);
    steps[1]?.end();
    await rest;
  });

  it('rejects the calls of a failed step and continues with the next', async () => {
    const { ask, steps } = slowly();
    const first = ask(1).catch((error: Error) => error.message);
    await settled();
    const second = ask(2);
    steps[0]?.end(new Error('The store is away'));
    assert.equal(await first, 'The store is away');
    await settled();
    steps[1]?.end();
    await second;
    assert.lengthOf(steps, 2);
  });
});
