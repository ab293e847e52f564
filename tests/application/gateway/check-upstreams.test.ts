import { assert } from 'chai';
import { checkUpstreams } from '../../../application/gateway/check-upstreams.ts';
import { listModels } from '../../../application/gateway/list-models.ts';
import { UpstreamPool } from '../../../application/gateway/upstream-pool.ts';
import type { ListedModel, UpstreamProbe, Upstreams } from '../../../application/ports/upstreams.ts';
import type { ProbeStatus } from '../../../domain/gateway/upstream-health.ts';
import type { Upstream } from '../../../domain/gateway/upstream.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const at = (url: string, model: string | null = null): Upstream => ({ slot: 'llm', url, model, apiKey: null });
const unused = (): never => assert.fail('is not asked');
const looking = (look: (upstream: Upstream) => UpstreamProbe | Promise<UpstreamProbe>): Upstreams => ({
  probe: async (upstream) => look(upstream),
  send: unused,
  connect: unused,
});
const seen = (probed: ProbeStatus, models: readonly ListedModel[] = []): UpstreamProbe => ({ probed, models });

describe('checkUpstreams', () => {
  it('backs off servers that do not answer and restores those that do', async () => {
    const signs: Record<string, ProbeStatus> = { a: 'up', b: 'down', c: 'silent' };
    const clock = fakeClock();
    const upstreamPool = new UpstreamPool([at('a'), at('b'), at('c')], clock);
    const check = checkUpstreams({ upstreams: looking(({ url }) => seen(signs[url]!)), upstreamPool });
    const faults = (): number[] => upstreamPool.loads.map(({ state }) => state.faults);
    assert.equal((await check()).status, 'degraded');
    assert.deepEqual(faults(), [0, 1, 1]);
    Object.assign(signs, { b: 'up', c: 'up' });
    assert.equal((await check()).status, 'healthy');
    assert.deepEqual(faults(), [0, 0, 0]);
  });

  it('ignores a slow answer of a server with calls in flight', async () => {
    const upstreamPool = new UpstreamPool([at('a')], fakeClock());
    const place = upstreamPool.acquire('llm', null, new Set());
    const check = checkUpstreams({ upstreams: looking(() => seen('silent')), upstreamPool });
    assert.equal((await check()).status, 'degraded');
    assert.equal(upstreamPool.loads[0]?.state.faults, 0);
    place.release();
    await check();
    assert.equal(upstreamPool.loads[0]?.state.faults, 1);
  });

  it('probes all servers in parallel and shares one check among concurrent calls', async () => {
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    let looks = 0;
    const upstreamPool = new UpstreamPool([at('a'), at('b')], fakeClock());
    const upstreams = looking(async () => {
      looks += 1;
      await opened;
      return seen('up');
    });
    const check = checkUpstreams({ upstreams, upstreamPool });
    const checks = [check(), check(), check()];
    assert.equal(looks, 2);
    open();
    await Promise.all(checks);
    await check();
    assert.equal(looks, 4);
  });
});

describe('listModels', () => {
  const model = (id: string, owner = 'library'): ListedModel => ({ id, object: 'model', owned_by: owner });

  it('lists every model once, with the configured ones and the built-in speech', async () => {
    const lists: Record<string, ListedModel[]> = {
      a: [model('qwen3', 'a'), model('llama3')],
      b: [model('qwen3', 'b')],
      c: [],
    };
    const upstreamPool = new UpstreamPool([at('a', 'qwen3'), at('b'), at('c', 'kokoro')], fakeClock());
    const models = await listModels({ upstreams: looking(({ url }) => seen('up', lists[url])), upstreamPool })();
    assert.deepEqual(
      models.map(({ id, owned_by: owner }) => [id, owner]),
      [
        ['local', 'voice-agent-platform'],
        ['qwen3', 'a'],
        ['llama3', 'library'],
        ['kokoro', 'llm'],
      ],
    );
  });
});
