import type { Clock } from '../application/ports/clock.ts';
import type { Readiness } from '../application/ports/health.ts';

/**
 * Does the task only once the stores have taken writes for so long, in milliseconds. While they took none, nobody could renew
 * a call or tell its end: whoever carries calls comes first then, before they are taken for lost.
 */
export function whenWritable(
  task: () => Promise<void>,
  { readiness, clock, graceMs }: { readonly readiness: Readiness; readonly clock: Clock; readonly graceMs: number },
): () => Promise<void> {
  let writableSince: number | null = Number.NEGATIVE_INFINITY;
  return async () => {
    if ((await readiness.unwritable()).length > 0) {
      writableSince = null;
      return;
    }
    const now = clock.monotonic();
    writableSince ??= now;
    if (now - writableSince >= graceMs) await task();
  };
}
