import type { Clock } from '../application/ports/clock.ts';
import type { RunningService } from './runtime.ts';

/** What a service has, also when those before it have used up the time: requests that run now may end. In milliseconds. */
const DRAIN_MIN_MS = 3_000;

/**
 * Drains services one after the other, since each works for those before it: the calls of a runtime need the API and the
 * gateway to their end. They share the time; the later ones have what is left of it, or a moment.
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
