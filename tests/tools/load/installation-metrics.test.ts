import { assert } from 'chai';
import { InstallationMetrics } from '../../../tools/load/installation-metrics.ts';
import { localServer } from '../../support/local-server.ts';

interface Process {
  readonly startedAt: number;
  readonly id?: number;
  readonly cpu: number;
  readonly lag: number;
  /** Null: it runs no calls. */
  readonly live: number | null;
  readonly llm?: readonly [sum: number, count: number];
  readonly refused?: number;
}

const exposition = ({ startedAt, id, cpu, lag, live, llm = [0, 0], refused = 0 }: Process): string =>
  [
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${cpu}`,
    `process_start_time_seconds ${startedAt}`,
    ...(id === undefined ? [] : [`voice_process_id ${id}`]),
    `nodejs_eventloop_lag_p99_seconds ${lag}`,
    ...(live === null ? [] : [`voice_calls_live ${live}`, 'voice_calls_undelivered 2']),
    `voice_calls_refused_total{kind="web",problem="limited"} ${refused}`,
    `voice_stage_seconds_sum{stage="llm",provider="script"} ${llm[0]}`,
    `voice_stage_seconds_count{stage="llm",provider="script"} ${llm[1]}`,
    'voice_stage_seconds_sum{stage="llm",provider="openai"} 1',
    'voice_stage_seconds_count{stage="llm",provider="openai"} 1',
  ].join('\n');

/** A server whose metrics are what this answers; null answers 404. */
async function serving(text: () => string | null): Promise<string> {
  const { url } = await localServer((_request, response) => {
    const body = text();
    response.writeHead(body === null ? 404 : 200).end(body ?? 'Not Found');
  });
  return `${url}/metrics`;
}

describe('the metrics of an installation', () => {
  it('are what happened since the last sample', async () => {
    let process: Process = { startedAt: 7, cpu: 10, lag: 0.012, live: 3, llm: [4, 8] };
    let now = 0;
    const metrics = new InstallationMetrics([await serving(() => exposition(process))], () => now);
    const first = await metrics.sample();
    assert.deepEqual([first?.cpu_cores, first?.loop_delay_p99_ms, first?.live_calls], [null, 2, 3]);
    process = { ...process, cpu: 25, lag: 0.09, live: 5, llm: [10, 12], refused: 4 };
    now = 10_000;
    assert.deepEqual(await metrics.sample(), {
      is_silent: false,
      loop_delay_p99_ms: 80,
      cpu_cores: 1.5,
      live_calls: 5,
      undelivered_calls: 2,
      refused_calls: 4,
      failovers: 0,
      first_output_ms: { stt: null, llm: 1_500, tts: null },
    });
  });

  it('are the sums of all processes, each counted once, and later read at one port only', async () => {
    const all = { startedAt: 7, cpu: 10, lag: 0.03, live: 3 };
    let others = 0;
    // What one port has reported is reset for the other.
    const runtime = await serving(() => exposition({ ...all, lag: 0 }));
    const sameAtAnotherPort = await serving(() => {
      others += 1;
      return exposition(all);
    });
    const api = await serving(() => exposition({ startedAt: 7, cpu: 1, lag: 0.025, live: null }));
    const metrics = new InstallationMetrics([runtime, sameAtAnotherPort, api], () => 0);
    const sample = await metrics.sample();
    assert.equal(sample?.live_calls, 3);
    assert.equal(sample?.loop_delay_p99_ms, 20);
    await metrics.sample();
    assert.equal(others, 1);
  });

  it('are the sums of replicas that started in the same second', async () => {
    const replica = { startedAt: 7, cpu: 10, lag: 0.02, live: 3 };
    const ports = [1, 2, 2].map((id) => serving(() => exposition({ ...replica, id })));
    const sample = await new InstallationMetrics(await Promise.all(ports), () => 0).sample();
    assert.equal(sample?.live_calls, 6);
  });

  it('are silent about a process that answered before and does not now', async () => {
    let isUp = true;
    const metrics = new InstallationMetrics(
      [await serving(() => (isUp ? exposition({ startedAt: 7, cpu: 10, lag: 0.02, live: 3 }) : null))],
      () => 0,
    );
    assert.equal((await metrics.sample())?.is_silent, false);
    isUp = false;
    const silent = await metrics.sample();
    assert.deepEqual([silent?.is_silent, silent?.loop_delay_p99_ms, silent?.cpu_cores], [true, null, null]);
    assert.equal((await metrics.sample())?.is_silent, true);
    isUp = true;
    assert.equal((await metrics.sample())?.is_silent, false);
  });

  it('are null where a proxy hides them', async () => {
    const hidden = await serving(() => null);
    const page = await serving(() => '<html>');
    assert.isNull(await new InstallationMetrics([hidden, page], () => 0).sample());
  });
});
