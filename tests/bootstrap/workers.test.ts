import { availableParallelism } from 'node:os';
import { assert } from 'chai';
import { ConfigError, readConfig, type Env, type ServiceName } from '../../bootstrap/config.ts';
import { MetricsRegistry, sumMetrics, type MetricObject } from '../../adapters/prometheus/metrics-registry.ts';
import { GroupMetrics } from '../../bootstrap/workers/group-metrics.ts';
import { stopOrder, workerGroups } from '../../bootstrap/workers/groups.ts';
import { WorkerChannel } from '../../bootstrap/workers/worker.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { atEndOfTest } from '../support/temporary.ts';

const ALL = ['api', 'runtime', 'gateway', 'simulator'] as const;
const MONGO = { DOCUMENTS_URL: 'mongodb://127.0.0.1/platform' };

function problemsOf(env: Env, services: readonly ServiceName[] = ALL): readonly string[] {
  try {
    readConfig(env, services);
    return [];
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems;
  }
}

describe('worker processes', () => {
  const groupsOf = (env: Env, services: readonly ServiceName[] = ALL) => workerGroups(readConfig(env, services));

  it('are one for all services by default', () => {
    assert.deepEqual(groupsOf({}), [{ services: [...ALL], workers: 1 }]);
  });

  it('are separate for a service that has several, and one for the others', () => {
    assert.deepEqual(groupsOf({ RUNTIME_WORKERS: '3' }), [
      { services: ['api', 'gateway', 'simulator'], workers: 1 },
      { services: ['runtime'], workers: 3 },
    ]);
    assert.deepEqual(groupsOf({ ...MONGO, API_WORKERS: '2', RUNTIME_WORKERS: '4' }, ['api', 'runtime']), [
      { services: ['api'], workers: 2 },
      { services: ['runtime'], workers: 4 },
    ]);
  });

  it('stop with those of the runtime first, because live calls need the API', () => {
    const stopped = (env: Env) => stopOrder(groupsOf({ ...MONGO, ...env })).map(({ services }) => services);
    assert.deepEqual(stopped({ API_WORKERS: '2' }), [['runtime', 'gateway', 'simulator'], ['api']]);
    assert.deepEqual(stopped({ RUNTIME_WORKERS: '2' }), [['runtime'], ['api', 'gateway', 'simulator']]);
    const both = stopped({ API_WORKERS: '2', RUNTIME_WORKERS: '2' });
    assert.deepEqual(both, [['runtime'], ['api'], ['gateway', 'simulator']]);
  });

  it('count as many as processors where the setting is auto', () => {
    assert.equal(readConfig({ RUNTIME_WORKERS: 'auto' }, ALL).workers.runtime, availableParallelism());
  });

  it('need ports that all of them know, and a store with several writers for the API', () => {
    assert.deepEqual(problemsOf({ RUNTIME_WORKERS: '0' }), [
      'RUNTIME_WORKERS: write auto, or a whole number from 1 to 256',
    ]);
    assert.deepEqual(problemsOf({ RUNTIME_WORKERS: '2', API_PORT: '0' }), [
      'API_PORT: write the number of a port, because several processes have to know it',
    ]);
    assert.deepEqual(problemsOf({ RUNTIME_WORKERS: '2', API_PORT: '0' }, ['runtime']), []);
    assert.match(problemsOf({ API_WORKERS: '2' }).join(), /^API_WORKERS: write 1, or set DOCUMENTS_URL/);
    assert.deepEqual(problemsOf({ API_WORKERS: '2', ...MONGO }), []);
    assert.deepEqual(problemsOf({ API_WORKERS: '2' }, ['runtime']), []);
  });
});

describe('the metrics of a group of workers', () => {
  const metric = (name: string, type: string, value: number): MetricObject =>
    ({ name, type, help: name, aggregator: 'sum', values: [{ value, labels: {} }] }) as unknown as MetricObject;
  /** Calls that were counted, and calls that are live. */
  const counts = async (metrics: GroupMetrics): Promise<readonly (number | undefined)[]> => {
    const summed = await sumMetrics(await metrics.all()).getMetricsAsJSON();
    return ['total', 'live'].map((name) => summed.find((each) => each.name === name)?.values[0]?.value);
  };

  it('count what a worker counted once, while it runs, when it has died, and beside its successor', async () => {
    const metrics = new GroupMetrics();
    metrics.read(1, [metric('total', 'counter', 5), metric('live', 'gauge', 2)]);
    metrics.read(2, [metric('total', 'counter', 3), metric('live', 'gauge', 1)]);
    assert.deepEqual(await counts(metrics), [8, 3]);
    metrics.died(1);
    assert.deepEqual(await counts(metrics), [8, 1], 'before the successor starts');
    metrics.read(1, [metric('total', 'counter', 1), metric('live', 'gauge', 1)]);
    assert.deepEqual(await counts(metrics), [9, 2]);
    for (const slot of [1, 2, 1]) metrics.died(slot);
    assert.deepEqual(await counts(metrics), [9, undefined]);
  });
});

describe('the channel of a worker', () => {
  it('leaves a request for metrics that cannot be read without an answer, and its process runs on', async () => {
    const before = process.listeners('message');
    const channel = new WorkerChannel({ services: ['runtime'], slot: 1, platform: ['runtime'] });
    const [onMessage] = process.listeners('message').filter((each) => !before.includes(each));
    atEndOfTest(() => void process.removeListener('message', onMessage!));
    const registry = new MetricsRegistry();
    let reads = 0;
    registry.gauge('broken', 'A value that cannot be read', () => {
      reads += 1;
      throw new Error('There is no value');
    });
    channel.shareMetrics(registry, fakeClock());
    const rejected: unknown[] = [];
    const others = process.listeners('unhandledRejection');
    process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => rejected.push(error));
    atEndOfTest(() => {
      process.removeAllListeners('unhandledRejection');
      for (const each of others) process.on('unhandledRejection', each);
    });
    onMessage!({ kind: 'collect', id: 1 }, undefined);
    await new Promise((resolve) => void setImmediate(() => setImmediate(resolve)));
    assert.deepEqual([reads, rejected], [1, []]);
  });
});
