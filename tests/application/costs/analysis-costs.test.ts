import { assert } from 'chai';
import { queueEndedCall } from '../../../application/analysis/request-analysis.ts';
import { toPending } from '../../../domain/calls/call-analysis.ts';
import { analysisWorld, scriptedModels } from '../analysis/analysis-world.ts';

const SUMMARY = '{"summary": "A short call."}';

describe('analyses of calls', () => {
  it('cost what the vendor reports, each time, in the month of the analysis, and nothing of an erased call', async () => {
    const world = await analysisWorld();
    const { ports } = world;
    const queue = queueEndedCall({ ...ports, analysisWorker: { wake: () => undefined } });
    const end = async (id: string) => queue(await world.endedCall(id));
    await end('c1');
    ports.clock.advance(40 * 86_400_000);
    const worker = world.worker(scriptedModels(() => SUMMARY).models);
    await worker.tick();
    ports.clock.advance(1_000);
    await ports.callAnalyses.restart('o1', 'c1', toPending(ports.clock.now()));
    await worker.tick();
    const costs = await ports.callCosts.list('o1', 'c1');
    assert.deepEqual(
      costs.map(({ lines }) => lines.map(({ provider, metric, quantity }) => [provider, metric, quantity])),
      Array.from({ length: 2 }, () => [
        ['test_llm', 'input_tokens', 100],
        ['test_llm', 'output_tokens', 10],
      ]),
    );
    await ports.costRollup.tick();
    const month = ports.clock.now().toISOString().slice(0, 7);
    const { cost_sums: sums = [] } = await ports.documents.everything();
    assert.lengthOf(sums, 1);
    assert.deepInclude(sums[0], { month, calls: 0, unpriced_calls: 2 });
    await end('c2');
    let looks = 0;
    const find: typeof ports.calls.find = async (...of) => ((looks += 1) === 1 ? ports.calls.find(...of) : null);
    await world.worker(scriptedModels(() => SUMMARY).models, { calls: { ...ports.calls, find } }).tick();
    assert.isEmpty(await ports.callCosts.list('o1', 'c2'));
  });

  it('cost what invalid answers cost as well, with the tokens of the cache apart', async () => {
    const world = await analysisWorld();
    const { ports } = world;
    const queue = queueEndedCall({ ...ports, analysisWorker: { wake: () => undefined } });
    await queue(await world.endedCall('c1'));
    const usage = { input: 100, output: 10, cached: 60, cacheWrites: 20 };
    await world.worker(scriptedModels(() => 'No.', usage).models).tick();
    assert.equal((await world.found('c1'))?.status, 'failed');
    const [cost] = await ports.callCosts.list('o1', 'c1');
    assert.deepEqual(
      cost?.lines.map(({ metric, quantity }) => [metric, quantity]),
      [
        ['input_tokens', 40],
        ['cached_input_tokens', 120],
        ['cache_write_tokens', 40],
        ['output_tokens', 20],
      ],
    );
  });
});
