import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { errorMessage, withChunkTimeout, vendorTimeout } from '../../../application/runtime/stream-timeouts.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause } from '../../support/fake-vendors.ts';

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('vendorTimeout', () => {
  it('is cancelled once the promise settles', async () => {
    const clock = fakeClock();
    assert.equal(await vendorTimeout(clock, 100, 'Work', Promise.resolve('done')), 'done');
    const failure = new Error('no');
    assert.equal(await outcomeOf(vendorTimeout(clock, 100, 'Work', Promise.reject(failure))), failure);
    assert.equal(clock.waiting, 0);
  });

  it('rejects with a retryable failure after the timeout', async () => {
    const clock = fakeClock();
    const outcome = outcomeOf(vendorTimeout(clock, 100, 'Work', new Promise(() => undefined)));
    await clock.advanceAsync(100);
    const failure = await outcome;
    assert.instanceOf(failure, VendorFailure);
    assert.deepInclude(failure as object, { message: 'Work took longer than 100 ms', retryable: true });
  });
});

describe('withChunkTimeout', () => {
  const clock = fakeClock();
  async function* slow(...waits: number[]): AsyncGenerator<number> {
    for (const wait of waits) {
      await pause(clock, wait);
      yield wait;
    }
  }
  const all = async (stream: AsyncIterable<number>): Promise<number[]> => {
    const taken: number[] = [];
    for await (const piece of stream) taken.push(piece);
    return taken;
  };

  it('passes all chunks on while each is in time', async () => {
    const taken = all(withChunkTimeout(clock, 100, 'Work', slow(99, 99, 99)));
    await clock.advanceAsync(300);
    assert.deepEqual(await taken, [99, 99, 99]);
    assert.equal(clock.waiting, 0);
  });

  it('fails at the first late chunk and ends the stream', async () => {
    const outcome = outcomeOf(all(withChunkTimeout(clock, 100, 'Work', slow(50, 200))));
    await clock.advanceAsync(500);
    assert.instanceOf(await outcome, VendorFailure);
  });

  it('ends its source when the consumer returns', async () => {
    const source = slow(10, 10, 10);
    const first = (async () => {
      for await (const piece of withChunkTimeout(clock, 100, 'Work', source)) return piece;
      return null;
    })();
    await clock.advanceAsync(50);
    assert.equal(await first, 10);
    assert.isTrue((await source.next()).done);
  });
});

describe('errorMessage', () => {
  it('is the error’s message or the thrown value', () => {
    assert.equal(errorMessage(new Error('no')), 'no');
    assert.equal(errorMessage('no'), 'no');
  });
});
