import { ContainerModule } from 'inversify';
import { httpUpstreams } from '../../adapters/upstreams/http.ts';
import { gatewayUseCases } from '../../application/gateway/index.ts';
import { UpstreamPool } from '../../application/gateway/upstream-pool.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Connection timeout in ms. Short, because upstreams are on the operator's network. */
const CONNECT_MS = 2_000;

/** The model gateway and its upstreams. */
export const gatewayModule = ({ upstreams, timeoutMs }: Config['gateway']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('upstreams', () => httpUpstreams({ connectMs: CONNECT_MS, answerMs: timeoutMs }));
    has('upstreamPool', ({ clock }) => new UpstreamPool(upstreams, clock), 'clock');
    has(
      'gatewayUseCases',
      gatewayUseCases,
      'upstreams',
      'upstreamPool',
      'log',
      'vendors',
      'resampling',
      'voiceActivity',
    );
  });
