import { assert } from 'chai';
import { afterFault, HEALTHY } from '../../../domain/gateway/upstream-health.ts';
import {
  isGatewayError,
  shouldTryAnother,
  nextServer,
  backoffLeft,
  serversOf,
  type Load,
} from '../../../domain/gateway/routing.ts';
import { namedModel } from '../../../domain/gateway/upstream.ts';

const load = (url: string, more: Partial<Load> = {}, model: string | null = null): Load => ({
  upstream: { slot: 'llm', url, model, apiKey: null },
  inFlight: 0,
  state: HEALTHY,
  lastCall: 0,
  ...more,
});
const next = (...loads: Load[]): string | undefined => nextServer(loads, 0)?.upstream.url;
const tired = afterFault(HEALTHY, 0);
const dead = afterFault(afterFault(tired, 0), 0);

describe('the choice of a model server', () => {
  it('falls on the least busy one', () => {
    assert.equal(next(load('a', { inFlight: 2 }), load('b', { inFlight: 1 }), load('c', { inFlight: 3 })), 'b');
  });

  it('falls on the one asked longest ago when all are as busy', () => {
    assert.equal(next(load('a', { lastCall: 3 }), load('b', { lastCall: 1 }), load('c', { lastCall: 2 })), 'b');
  });

  it('falls on one that rests only when no other is left, and never on a dead one', () => {
    assert.equal(next(load('a', { state: tired }), load('b', { inFlight: 9 })), 'b');
    assert.equal(next(load('a', { state: tired }), load('b', { state: dead })), 'a');
    assert.isUndefined(next(load('a', { state: dead })));
    assert.isUndefined(next());
  });

  it('is among those that have the model, or all when none is known to', () => {
    const loads = [load('a', {}, 'llama3'), load('b', {}, 'qwen3'), load('c', {}, 'qwen3')];
    const urls = (model: string | null) => serversOf(loads, model).map(({ upstream }) => upstream.url);
    assert.deepEqual(urls('qwen3'), ['b', 'c']);
    assert.deepEqual(urls('gemma'), ['a', 'b', 'c']);
    assert.deepEqual(urls(null), ['a', 'b', 'c']);
  });

  it('can be made again when the first one has rested', () => {
    assert.equal(backoffLeft([load('a', { state: dead }), load('b', { state: tired })], 400), 600);
    assert.equal(backoffLeft([load('a', { state: tired })], 2_000), 0);
    assert.equal(backoffLeft([load('a')], 0), 0);
    assert.equal(backoffLeft([], 0), 0);
  });
});

describe('a status', () => {
  it('tells whether another server may do better, and whether this one is to blame', () => {
    const judged = [200, 400, 429, 500, 502, 503, 504].map((status) => [
      shouldTryAnother(status),
      isGatewayError(status),
    ]);
    const [no, busy, unfit] = [
      [false, false],
      [true, false],
      [true, true],
    ];
    assert.deepEqual(judged, [no, no, busy, no, unfit, unfit, unfit]);
  });
});

describe('a named model', () => {
  it('is none when it is missing, empty or the default', () => {
    assert.deepEqual([null, '', 'default', 'qwen3'].map(namedModel), [null, null, null, 'qwen3']);
  });
});
