import { assert } from 'chai';
import {
  afterFault,
  HEALTHY,
  gatewayHealth,
  isUnavailable,
  isBackingOff,
  type UpstreamState,
} from '../../../domain/gateway/upstream-health.ts';
import type { Slot, Upstream } from '../../../domain/gateway/upstream.ts';

const after = (faults: number): UpstreamState =>
  Array.from({ length: faults }).reduce<UpstreamState>((state) => afterFault(state, 0), HEALTHY);

const at = (slot: Slot, url: string): Upstream => ({ slot, url, model: null, apiKey: null });

describe('upstream state', () => {
  it('doubles the backoff with every fault up to 30 s', () => {
    const rests = [1, 2, 3, 4, 5, 6, 20].map((faults) => after(faults).backoffUntil);
    assert.deepEqual(rests, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  });

  it('ends the backoff at its time', () => {
    assert.isFalse(isBackingOff(HEALTHY, 0));
    assert.deepEqual([isBackingOff(after(1), 999), isBackingOff(after(1), 1_000)], [true, false]);
  });

  it('is unavailable after three faults during backoff', () => {
    assert.deepEqual(
      [2, 3].map((faults) => isUnavailable(after(faults), 1)),
      [false, true],
    );
    assert.isFalse(isUnavailable(after(3), 4_000));
  });
});

describe('gatewayHealth', () => {
  it('is healthy without upstreams and lists every slot', () => {
    const none = { status: 'not_configured', servers: [] } as const;
    assert.deepEqual(gatewayHealth([]), {
      status: 'healthy',
      upstreams: { stt: none, tts: none, llm: none, embeddings: none },
    });
  });

  it('is degraded when one server does not respond', () => {
    const { status, upstreams } = gatewayHealth([
      [at('llm', 'http://a'), 'up'],
      [at('llm', 'http://b'), 'down'],
      [at('stt', 'http://c'), 'silent'],
      [at('tts', 'http://d'), 'up'],
    ]);
    assert.equal(status, 'degraded');
    assert.deepEqual(
      Object.values(upstreams).map((slot) => slot.status),
      ['down', 'healthy', 'degraded', 'not_configured'],
    );
    assert.deepEqual(upstreams.llm.servers, [
      { url: 'http://a', status: 'up' },
      { url: 'http://b', status: 'down' },
    ]);
  });

  it('is healthy when every server responds', () => {
    assert.equal(gatewayHealth([[at('llm', 'http://a'), 'up']]).status, 'healthy');
  });
});
