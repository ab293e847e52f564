import { assert } from 'chai';
import fc from 'fast-check';
import {
  afterSamples,
  sampleOf,
  tripReason,
  type Sample,
  type Window,
} from '../../../domain/campaigns/circuit-breaker.ts';
import type { CircuitBreakerConfig } from '../../../domain/campaigns/settings.ts';
import { at } from './example.ts';

const CONFIG: CircuitBreakerConfig = {
  enabled: true,
  failure_threshold: 0.5,
  window_seconds: 60,
  min_calls_in_window: 5,
};
const samples = fc.array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom<Sample>('success', 'failure')), {
  maxLength: 80,
});

describe('circuit breaker', () => {
  it('trips exactly when a model with all samples does', () => {
    const configs = fc.record({
      enabled: fc.constant(true),
      failure_threshold: fc.constantFrom(0.1, 0.5, 1),
      window_seconds: fc.integer({ min: 60, max: 100 }),
      min_calls_in_window: fc.integer({ min: 1, max: 10 }),
    });
    fc.assert(
      fc.property(samples, configs, (stream, config) => {
        let [window, second]: [Window, number] = [[], 0];
        const all: [number, Sample][] = [];
        for (const [pause, sample] of stream) {
          second += pause;
          all.push([second, sample]);
          window = afterSamples(window, [sample], config, at(second));
          const counting = all.filter(([then]) => then > second - config.window_seconds);
          const failures = counting.filter(([, each]) => each === 'failure').length;
          const trips =
            counting.length >= config.min_calls_in_window && failures / counting.length >= config.failure_threshold;
          assert.equal(tripReason(window, config, at(second)) !== null, trips);
          assert.isAtMost(window.length, config.window_seconds);
        }
      }),
    );
  });

  it('reports failures, calls and window', () => {
    const window = afterSamples([], ['failure', 'success', 'failure', 'failure', 'success'], CONFIG, at(0));
    assert.equal(tripReason(window, CONFIG, at(59)), 'Circuit breaker: 3 of 5 calls failed within 60 seconds');
    assert.isNull(tripReason(window, CONFIG, at(60)));
    assert.isEmpty(afterSamples(window, [], CONFIG, at(60)));
  });

  it('keeps no samples when absent or disabled', () => {
    for (const config of [undefined, { ...CONFIG, enabled: false }]) {
      assert.isEmpty(afterSamples([], ['failure'], config, at(0)));
      const window = afterSamples([], Array<Sample>(9).fill('failure'), CONFIG, at(0));
      assert.isNull(tripReason(window, config, at(0)));
    }
  });

  it('drops samples of a clock that was ahead', () => {
    const window = afterSamples([], Array<Sample>(9).fill('failure'), CONFIG, at(500));
    assert.isNull(tripReason(window, CONFIG, at(0)));
  });

  it('counts every answer of the called side as a success', () => {
    for (const outcome of ['answered', 'busy', 'no_answer', 'voicemail', 'declined', 'unreachable'] as const)
      assert.equal(sampleOf(outcome), 'success', outcome);
    assert.equal(sampleOf('failed'), 'failure');
    for (const outcome of ['canceled', 'unknown', 'invalid_number'] as const) assert.isNull(sampleOf(outcome), outcome);
  });
});
