import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { endedCall } from '../support/ended-call.ts';
import { JUDGING } from '../support/judging.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

interface Run {
  readonly to: string;
  readonly run_id: string;
  readonly state: string;
  readonly calls_total: number;
  readonly calls_read: number;
  readonly calls_requested: number;
  readonly progress: object;
}

describe('runs of analyses over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
  });

  const configure = () =>
    ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: { ...testConfig(), analysis: JUDGING } } });
  const end = async (words: string): Promise<string> => {
    world.ports.clock.advance(1_000);
    return endedCall(world, ada, words);
  };
  const start = (body: object = {}) => {
    world.ports.clock.advance(1_000);
    return ada.ask('POST', '/analysis-runs', { body });
  };
  const read = async (id: string) => (await ada.ask('GET', `/analysis-runs/${id}`)).body as Run;
  /** Lets the workers do what they do every second. */
  const work = async (): Promise<void> => {
    world.ports.clock.advance(2_000);
    await world.ports.analysisRunWorker.tick();
    await world.ports.analysisWorker.tick();
  };
  const finished = async (body: object = {}): Promise<Run> => {
    const { run_id } = (await start(body)).body as Run;
    for (let round = 0; round < 20; round += 1) {
      await work();
      const run = await read(run_id);
      if (run.state !== 'running') return run;
    }
    throw new Error('The run does not end');
  };

  it('analyse old calls and report how far it is', async () => {
    const old = [await end('a table for 2 on Monday'), await end('no table'), await end('hello')];
    await configure();
    const started = await start();
    assert.equal(started.status, 202);
    assert.deepInclude(started.body, { state: 'running', calls_total: 3, calls_read: 0, calls_requested: 0 });
    const { run_id } = started.body as Run;
    await work();
    await work();
    const run = await read(run_id);
    assert.deepInclude(run, { state: 'done', calls_read: 3, calls_requested: 3 });
    assert.deepEqual(run.progress, { pending: 0, done: 2, failed: 1 });
    const { body } = await ada.ask('GET', `/calls/org/${ada.org_id}?success=yes`);
    assert.deepEqual((body as { calls: { call_id: string }[] }).calls[0]?.call_id, old[0]);
    const runs = (await ada.ask('GET', '/analysis-runs')).body as { runs: Run[]; total: number };
    assert.deepEqual([runs.total, runs.runs], [1, [run]]);
  });

  it('leave out calls with a result, unless they are to be repeated or were judged so', async () => {
    await end('hello');
    await configure();
    for (const words of ['a table for 4 on Friday', 'no table', '=SUM', 'nonsense']) await end(words);
    await world.ports.analysisWorker.tick();
    assert.equal((await finished()).calls_requested, 2);
    assert.equal((await finished({ success: 'no' })).calls_requested, 1);
    assert.equal((await finished({ repeat: true })).calls_requested, 5);
    assert.equal((await finished({ repeat: true, max_calls: 2 })).calls_requested, 2);
    const to = '1999-01-01T00:00:00.000Z';
    assert.deepInclude(await finished({ to }), { calls_total: 0, calls_read: 0, to });
  });

  it('request a few calls at a time, so that a canceled run stops soon', async () => {
    for (let count = 0; count < 30; count += 1) await endedCall(world, ada, 'no table');
    await configure();
    // The worker of analyses must not complete any in this time.
    const { analysisWorker } = world.ports;
    analysisWorker.wake = () => undefined;
    const { run_id } = (await start()).body as Run;
    world.ports.clock.advance(2_000);
    await world.ports.analysisRunWorker.tick();
    Reflect.deleteProperty(analysisWorker, 'wake');
    assert.deepInclude(await read(run_id), { calls_read: 20, calls_requested: 20 });
    assert.equal((await start()).status, 409);
    const canceled = await ada.ask('POST', `/analysis-runs/${run_id}/cancel`);
    assert.deepInclude(canceled.body, { state: 'canceled', calls_requested: 20 });
    await work();
    await work();
    assert.deepInclude(await read(run_id), { state: 'canceled', calls_requested: 20 });
    assert.deepInclude((await read(run_id)).progress, { done: 20 });
    assert.equal((await finished()).calls_requested, 10);
  });

  it('request a call once after a crash between the request and the position', async () => {
    for (let count = 0; count < 3; count += 1) await endedCall(world, ada, 'no table');
    await configure();
    const { run_id } = (await start()).body as Run;
    world.ports.clock.advance(2_000);
    const { advance } = world.ports.analysisRuns;
    world.ports.analysisRuns.advance = () => Promise.reject(new Error('crash'));
    await world.ports.analysisRunWorker.tick();
    world.ports.analysisRuns.advance = advance;
    await world.ports.analysisWorker.tick();
    world.ports.clock.advance(20_000);
    await work();
    await work();
    const run = await read(run_id);
    assert.deepInclude(run, { state: 'done', calls_read: 3, calls_requested: 3 });
    assert.deepEqual(run.progress, { pending: 0, done: 3, failed: 0 });
    const analysed = world.ports.logged.filter(({ event }) => event === 'calls.analysed');
    assert.lengthOf(analysed, 3);
  });

  it('are refused for an agent without the section, and for a time that ends before it begins', async () => {
    const refused = await start({ agent_id: ada.agentId });
    assert.deepInclude(refused, {
      status: 400,
      detail: 'The agent has no analysis section: add config.analysis first',
    });
    assert.equal((await start({ agent_id: 'another' })).status, 404);
    const backwards = await start({ from: '2026-02-01T00:00:00Z', to: '2026-01-01T00:00:00Z' });
    assert.deepEqual([backwards.status, backwards.detail], [422, 'from must be before to']);
    assert.equal((await start({ success: 'yes', repeat: false })).status, 422);
    assert.equal((await start({ max_calls: 10_001 })).status, 422);
  });
});
