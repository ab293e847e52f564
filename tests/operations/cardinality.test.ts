import { assert } from 'chai';
import { METHODS } from 'node:http';
import { prometheusCallMetrics } from '../../adapters/prometheus/calls.ts';
import { MetricsRegistry } from '../../adapters/prometheus/metrics-registry.ts';
import { prometheusRequestMetrics } from '../../adapters/prometheus/requests.ts';
import { openWorld } from '../support/world.ts';
import { seriesIn } from './scrape.ts';

const random = (): string => crypto.randomUUID();
const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

/** The values of one label among these series. */
const valuesOf = (series: readonly string[], label: string): string[] => [
  ...new Set(series.flatMap((line) => new RegExp(`[{,]${label}="([^"]*)"`).exec(line)?.slice(1) ?? [])),
];

describe('the metrics', () => {
  it('grow no series by whatever strangers ask the API', async () => {
    const world = await openWorld();
    const { token } = await world.signUp();
    const attack = async (): Promise<string[]> => {
      const paths = times(15, () => [
        `/${random()}`,
        `/api/v1/agents/${random()}`,
        `/api/v1/${random()}?${random()}=1`,
      ]);
      await Promise.all(paths.flat().map((path) => world.ask('GET', path, { token })));
      for (const method of METHODS.filter((each) => !['CONNECT', 'GET', 'HEAD', 'TRACE'].includes(each)))
        await world.ask(method, `/api/v1/calls/${random()}`);
      const series = seriesIn((await world.ask('GET', '/metrics')).text);
      // Metrics of the process appear on their own, such as one per type of garbage collection at its first occurrence.
      return series.filter((line) => !/^(?:nodejs|process)_/.test(line));
    };
    // The first look is a request as well.
    await world.ask('GET', '/metrics');
    const before = await attack();
    const after = await attack();
    assert.equal(after.length, before.length);
    assert.notMatch(after.join('\n'), /[0-9a-f]{8}-[0-9a-f]{4}/);
    assert.includeMembers(valuesOf(after, 'operation'), ['none', 'getAgent']);
    assert.sameMembers(valuesOf(after, 'status'), ['2xx', '4xx']);
    assert.include(valuesOf(after, 'method'), 'other');
  });

  it('have few label values for requests, whatever methods and statuses occur', async () => {
    const metrics = new MetricsRegistry();
    const answered = prometheusRequestMetrics(metrics.register)('api');
    for (const at of times(2_000, (each) => each))
      answered({ operation: 'none', method: random(), status: at - 500, seconds: at });
    const series = seriesIn(await metrics.text()).filter((line) => line.startsWith('http_'));
    assert.deepEqual(valuesOf(series, 'method'), ['other']);
    assert.sameMembers(valuesOf(series, 'status'), ['1xx', '2xx', '3xx', '4xx', '5xx', 'other']);
  });

  it('know vendors by the names that are declared', async () => {
    const metrics = new MetricsRegistry();
    const monitor = prometheusCallMetrics(metrics.register, {
      stt: ['test_stt'],
      llm: ['test_llm'],
      tts: ['test_tts'],
    });
    for (const provider of ['test_llm', ...times(500, random)]) {
      const call = monitor.begin('web');
      call.identify({ call_id: random(), agent_id: random() });
      call.vendorRequestStarted('llm', provider, random()).ended('retryable');
      call.vendorFailed('llm', provider, 'opening');
      call.vendorFailedOver('llm', provider);
      call.onEvent({
        type: 'stage_first_output',
        stage: 'llm',
        processor: `${provider}LLM`,
        model: random(),
        started_at: 0,
        at: 500,
      });
      call.onEvent({ type: 'stage_failed', stage: 'llm', message: random(), at: 0 });
      call.ended('caller_left');
    }
    const series = seriesIn(await metrics.text()).filter((line) => line.startsWith('voice_'));
    assert.sameMembers(valuesOf(series, 'provider'), ['test_llm', 'other']);
    assert.notMatch(series.join('\n'), /[0-9a-f]{8}-[0-9a-f]{4}/);
    for (const line of [
      'voice_vendor_failures_total{stage="llm",provider="test_llm",fault="retryable"} 1',
      'voice_vendor_failures_total{stage="llm",provider="other",fault="opening"} 500',
      'voice_vendor_failovers_total{stage="llm",provider="test_llm"} 1',
      'voice_stage_seconds_sum{stage="llm",provider="test_llm"} 0.5',
      'voice_stage_faults_total{stage="llm"} 501',
      'voice_calls_total{kind="web",reason="caller_left"} 501',
    ])
      assert.include(series, line);
  });
});
