import { assert } from 'chai';
import { afterFault, HEALTHY } from '../../../domain/gateway/upstream-health.ts';
import {
  isGatewayError,
  shouldTryAnother,
  nextServer,
  backoffLeft,
  serversOf,
  type UpstreamLoad,
} from '../../../domain/gateway/routing.ts';
import { namedModel } from '../../../domain/gateway/upstream.ts';

const load = (url: string, more: Partial<UpstreamLoad> = {}, model: string | null = null): UpstreamLoad => ({
  upstream: { slot: 'llm', url, model, apiKey: null },
  inFlight: 0,
  state: HEALTHY,
  lastCall: 0,
  ...more,
});
const next = (...loads: UpstreamLoad[]): string | undefined => nextServer(loads, 0)?.upstream.url;
const tired = afterFault(HEALTHY, 0);
const dead = afterFault(afterFault(tired, 0), 0);

describe('nextServer', () => {
  it('chooses the upstream with the fewest active requests', () => {
    assert.equal(next(load('a', { inFlight: 2 }), load('b', { inFlight: 1 }), load('c', { inFlight: 3 })), 'b');
  });

  it('chooses the one used longest ago among equals', () => {
    assert.equal(next(load('a', { lastCall: 3 }), load('b', { lastCall: 1 }), load('c', { lastCall: 2 })), 'b');
  });

  it('chooses one in backoff only as a last resort, and skips unavailable ones', () => {
    assert.equal(next(load('a', { state: tired }), load('b', { inFlight: 9 })), 'b');
    assert.equal(next(load('a', { state: tired }), load('b', { state: dead })), 'a');
    assert.isUndefined(next(load('a', { state: dead })));
    assert.isUndefined(next());
  });

  it('considers those with the model, or all when none has it', () => {
    const loads = [load('a', {}, 'llama3'), load('b', {}, 'qwen3'), load('c', {}, 'qwen3')];
    const urls = (model: string | null) => serversOf(loads, model).map(({ upstream }) => upstream.url);
    assert.deepEqual(urls('qwen3'), ['b', 'c']);
    assert.deepEqual(urls('gemma'), ['a', 'b', 'c']);
    assert.deepEqual(urls(null), ['a', 'b', 'c']);
  });

  it('has the wait until the first backoff ends', () => {
    assert.equal(backoffLeft([load('a', { state: dead }), load('b', { state: tired })], 400), 600);
    assert.equal(backoffLeft([load('a', { state: tired })], 2_000), 0);
    assert.equal(backoffLeft([load('a')], 0), 0);
    assert.equal(backoffLeft([], 0), 0);
  });
});

describe('HTTP status of an upstream', () => {
  it('decides on a retry elsewhere and on a fault', () => {
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

describe('namedModel', () => {
  it('is null when missing, empty or the default', () => {
    assert.deepEqual([null, '', 'default', 'qwen3'].map(namedModel), [null, null, null, 'qwen3']);
  });
});
