import { LOCAL_MODEL, type Upstream } from '../../domain/gateway/upstream.ts';
import type { ListedModel, Upstreams } from '../ports/upstreams.ts';
import type { UpstreamPool } from './upstream-pool.ts';

const LOCAL: ListedModel = { id: LOCAL_MODEL, object: 'model', created: 0, owned_by: 'voice-agent-platform' };

interface ModelPorts {
  readonly upstreams: Upstreams;
  readonly upstreamPool: UpstreamPool;
}

/** Lists every available model once: those the servers list, the configured ones and the built-in speech. */
export const listModels =
  ({ upstreams, upstreamPool }: ModelPorts) =>
  async (): Promise<readonly ListedModel[]> => {
    const each = await Promise.all(upstreamPool.loads.map(({ upstream }) => modelsOf(upstreams, upstream)));
    const all = [LOCAL, ...each.flat()];
    return all.filter(({ id }, position) => all.findIndex((model) => model.id === id) === position);
  };

async function modelsOf(upstreams: Upstreams, upstream: Upstream): Promise<readonly ListedModel[]> {
  const { models } = await upstreams.probe(upstream);
  const { model: id, slot } = upstream;
  if (id === null || models.some((model) => model.id === id)) return models;
  return [{ id, object: 'model', created: 0, owned_by: slot }, ...models];
}
