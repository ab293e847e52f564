import { gatewayHealth, type GatewayHealth } from '../../domain/gateway/upstream-health.ts';
import type { Upstreams } from '../ports/upstreams.ts';
import type { UpstreamPool } from './upstream-pool.ts';

interface CheckPorts {
  readonly upstreams: Upstreams;
  readonly upstreamPool: UpstreamPool;
}

/** Probes all servers in parallel, records and returns the results. Concurrent calls share one check. */
export const checkUpstreams = ({ upstreams, upstreamPool }: CheckPorts) => {
  let running: Promise<GatewayHealth> | null = null;
  const check = async (): Promise<GatewayHealth> => {
    const probes = upstreamPool.loads.map(async ({ upstream }) => {
      const { probed } = await upstreams.probe(upstream);
      upstreamPool.recordProbe(upstream, probed);
      return [upstream, probed] as const;
    });
    return gatewayHealth(await Promise.all(probes));
  };
  return (): Promise<GatewayHealth> => (running ??= check().finally(() => (running = null)));
};
