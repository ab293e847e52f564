import type { Clock } from '../application/ports/clock.ts';
import type { Readiness } from '../application/ports/health.ts';

/** Drift of the wall clock against the monotonic clock, in ms, above which it counts as set. */
const STEP_MS = 2_000;

/**
 * Runs the task only after the stores were writable and the wall clock was not set for `graceMs`. Until then runtimes
 * could not renew leases, or leases look expired although their calls are live. Runtimes renew first.
 */
export function whenSteady(
  task: () => Promise<void>,
  { readiness, clock, graceMs }: { readonly readiness: Readiness; readonly clock: Clock; readonly graceMs: number },
): () => Promise<void> {
  const epoch = (): number => clock.now().getTime() - clock.monotonic();
  let steadySince: number | null = Number.NEGATIVE_INFINITY;
  let knownEpoch = epoch();
  return async () => {
    const isWritable = (await readiness.unwritable()).length === 0;
    const isClockSet = Math.abs(epoch() - knownEpoch) > STEP_MS;
    knownEpoch = epoch();
    if (!isWritable || isClockSet) steadySince = null;
    if (!isWritable) return;
    const now = clock.monotonic();
    steadySince ??= now;
    if (now - steadySince >= graceMs) await task();
  };
}
