import { assert } from 'chai';
import { MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';

describe('metrics registry', () => {
  it('shares the metrics of Node with the others of its process, and keeps its own to itself', async () => {
    const [first, second] = [new MetricsRegistry(), new MetricsRegistry()];
    first.gauge('only_here', 'A metric of the first.', () => 7);
    const lag = 'nodejs_eventloop_lag_seconds';
    assert.exists(first.register.getSingleMetric(lag));
    assert.strictEqual(first.register.getSingleMetric(lag), second.register.getSingleMetric(lag));
    assert.match(await first.text(), /^only_here 7$/m);
    assert.notInclude(await second.text(), 'only_here');
    assert.match(await second.text(), /^nodejs_heap_size_total_bytes \d+$/m);
  });
});
