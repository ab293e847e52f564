import { assert } from 'chai';
import { withChunkTimeouts } from '../../../adapters/providers/_chat/chunk-timeouts.ts';
import { eventually } from './vendor-server.ts';
import { failureOf } from './vendor-stands.ts';

const SHORT = 20;
/** Longer than any test takes. */
const LONG = 60_000;

/** These pieces, and after them nothing, for ever. */
async function* silentAfter(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces;
  await new Promise(() => undefined);
}

async function all(pieces: AsyncIterable<string>, told: string[] = []): Promise<string[]> {
  for await (const piece of pieces) told.push(piece);
  return told;
}

describe('an answer in time', () => {
  it('is what it was', async () => {
    const pieces = (async function* () {
      yield* ['a', 'b'];
    })();
    assert.deepEqual(await all(withChunkTimeouts(pieces, 'acme', { firstMs: LONG, nextMs: LONG, totalMs: LONG })), [
      'a',
      'b',
    ]);
  });

  it('has a first piece within the first time', async () => {
    const failure = await failureOf(
      all(withChunkTimeouts(silentAfter(), 'acme', { firstMs: SHORT, nextMs: LONG, totalMs: LONG })),
    );
    assert.deepEqual([failure.message, failure.retryable], ['acme took too long to answer', true]);
  });

  it('has every further piece within the other', async () => {
    const told: string[] = [];
    const pieces = withChunkTimeouts(silentAfter('a', 'b'), 'acme', { firstMs: LONG, nextMs: SHORT, totalMs: LONG });
    assert.isTrue((await failureOf(all(pieces, told))).retryable);
    assert.deepEqual(told, ['a', 'b']);
  });

  it('comes to an end within a third, for which only waiting counts', async () => {
    const endless = async function* (ms: number): AsyncGenerator<string> {
      for (;;) {
        await new Promise((resolve) => setTimeout(resolve, ms));
        yield 'a';
      }
    };
    const patience = { firstMs: LONG, nextMs: LONG, totalMs: SHORT };
    const { message, retryable } = await failureOf(all(withChunkTimeouts(endless(1), 'acme', patience)));
    assert.deepEqual([message, retryable], ['acme did not come to the end of its answer', false]);
    const pieces = (async function* () {
      yield* ['a', 'b'];
    })();
    const slowly = () => new Promise((resolve) => setTimeout(resolve, SHORT));
    for await (const _ of withChunkTimeouts(pieces, 'acme', patience)) await slowly();
  });

  it('tells the rest to end when nobody wants it any more', async () => {
    let ended = false;
    const pieces = (async function* () {
      try {
        yield* ['a', 'b'];
      } finally {
        ended = true;
      }
    })();
    for await (const _ of withChunkTimeouts(pieces, 'acme', { firstMs: LONG, nextMs: LONG, totalMs: LONG })) break;
    await eventually(() => ended, 'the end of the rest', 5_000);
  });
});
