import type { Clock } from '../application/ports/clock.ts';
import type { RunningService } from './runtime.ts';

/** Minimum drain time of each service, in ms, so that running requests can finish. */
const DRAIN_MIN_MS = 3_000;

/**
 * Drains services in order. Later services stay available for earlier ones: live calls need the API and the gateway.
 * All share `ms`. A later service gets the remaining time, at least the minimum.
 */
export async function drainServices(
  services: readonly Pick<RunningService, 'drain'>[],
  ms: number,
  clock: Pick<Clock, 'monotonic'>,
): Promise<void> {
  const deadline = clock.monotonic() + ms;
  for (const service of services) {
    const left = deadline - clock.monotonic();
    await service.drain(Math.max(left, Math.min(ms, DRAIN_MIN_MS)));
  }
}
