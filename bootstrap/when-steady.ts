import type { Clock } from '../application/ports/clock.ts';
import type { Readiness } from '../application/ports/health.ts';

/** The wall clock was set when it moved by more than this against the monotonic one. In milliseconds. */
const STEP_MS = 2_000;

/**
 * Does the task only once the stores have taken writes, and the wall clock has not been set, for so long, in milliseconds.
 * Before that nobody could renew a call or tell its end, or all leases seem to have run out: whoever carries calls comes
 * first then, before they are taken for lost.
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
