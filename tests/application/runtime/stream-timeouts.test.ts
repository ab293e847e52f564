import { assert } from 'chai';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { withStreamTimeouts } from '../../../application/runtime/stream-timeouts.ts';
import { withTimeout } from '../../../application/with-timeout.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause } from './fake-vendors.ts';
import { errorMessage } from '../../../domain/errors.ts';

const outcomeOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe('withTimeout', () => {
  it('is cancelled once the work settles', async () => {
    const clock = fakeClock();
    assert.equal(await withTimeout(clock, 100, async () => 'done'), 'done');
    const failure = new Error('no');
    assert.equal(await outcomeOf(withTimeout(clock, 100, () => Promise.reject(failure))), failure);
    assert.equal(clock.waiting, 0);
  });

  it('aborts the work after the timeout and is unavailable, or what the caller wants', async () => {
    const clock = fakeClock();
    const signals: AbortSignal[] = [];
    const never = (signal: AbortSignal): Promise<string> => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const outcomes = [outcomeOf(withTimeout(clock, 100, never)), withTimeout(clock, 100, never, () => 'late')];
    await clock.advanceAsync(99);
    assert.isFalse(signals.some(({ aborted }) => aborted));
    await clock.advanceAsync(1);
    assert.isTrue(signals.every(({ aborted }) => aborted));
    const [failure, late] = await Promise.all(outcomes);
    assert.deepInclude(failure as object, { problem: 'unavailable', message: 'No answer within 100 ms' });
    assert.equal(late, 'late');
  });
});

describe('withStreamTimeouts', () => {
  const clock = fakeClock();
  const EVEN = { firstMs: 100, nextMs: 100, totalMs: Infinity };
  async function* slow(...waits: number[]): AsyncGenerator<number> {
    for (const wait of waits) {
      await pause(clock, wait);
      yield wait;
    }
  }
  const all = async (stream: AsyncIterable<number>, taken: number[] = []): Promise<number[]> => {
    for await (const piece of stream) taken.push(piece);
    return taken;
  };

  it('passes all chunks on while each is in time', async () => {
    const taken = all(withStreamTimeouts(clock, 'acme', slow(99, 99, 99), EVEN));
    await clock.advanceAsync(300);
    assert.deepEqual(await taken, [99, 99, 99]);
    assert.equal(clock.waiting, 0);
  });

  for (const [what, timeouts, chunks] of [
    ['first chunk', { ...EVEN, firstMs: 40 }, []],
    ['later chunk', { ...EVEN, firstMs: Infinity, nextMs: 40 }, [50]],
    ['whole stream', { ...EVEN, totalMs: 120 }, [50, 50]],
  ] as const)
    it(`fails with a retryable failure when the ${what} is late`, async () => {
      const taken: number[] = [];
      const outcome = outcomeOf(all(withStreamTimeouts(clock, 'acme', slow(50, 50, 50), timeouts), taken));
      await clock.advanceAsync(200);
      const failure = await outcome;
      assert.instanceOf(failure, VendorFailure);
      assert.deepInclude(failure as object, { message: 'acme took too long to answer', retryable: true });
      assert.deepEqual(taken, [...chunks]);
    });

  it('does not count the time that the consumer takes', async () => {
    const consumed = (async () => {
      for await (const _ of withStreamTimeouts(clock, 'acme', slow(10, 10), { ...EVEN, totalMs: 30 }))
        await pause(clock, 500);
      return 'all';
    })();
    await clock.advanceAsync(2_000);
    assert.equal(await consumed, 'all');
  });

  it('ends its source when the consumer returns', async () => {
    const source = slow(10, 10, 10);
    const first = (async () => {
      for await (const piece of withStreamTimeouts(clock, 'acme', source, EVEN)) return piece;
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
