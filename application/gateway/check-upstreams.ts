import { gatewayHealth, type GatewayHealth } from '../../domain/gateway/upstream-health.ts';
import type { Upstreams } from '../ports/upstreams.ts';
import type { UpstreamBoard } from './upstream-board.ts';

interface CheckPorts {
  readonly upstreams: Upstreams;
  readonly board: UpstreamBoard;
}

/** Looks at every server at once, takes note of what it finds, and tells it. Whoever asks meanwhile gets the same. */
export const checkUpstreams = ({ upstreams, board }: CheckPorts) => {
  let running: Promise<GatewayHealth> | null = null;
  const check = async (): Promise<GatewayHealth> => {
    const looks = board.loads.map(async ({ upstream }) => {
      const { probed } = await upstreams.look(upstream);
      board.saw(upstream, probed);
      return [upstream, probed] as const;
    });
    return gatewayHealth(await Promise.all(looks));
  };
  return (): Promise<GatewayHealth> => (running ??= check().finally(() => (running = null)));
};
