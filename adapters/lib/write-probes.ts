import { withTimeout } from '../../application/with-timeout.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { Readiness } from '../../application/ports/health.ts';
import type { RecordStoreFault } from './store-faults.ts';

/** How long a result is reused, so that probes cause no load. In milliseconds. */
const FRESH_MS = 5_000;
/** Longest small write of a usable store. In milliseconds. */
const TIMEOUT_MS = 2_000;

/** Writes a small record and removes or overwrites it. Rejects on failure. */
export type WriteProbe = () => Promise<void>;

/** Probes each store with a write. Concurrent requests share one result. */
export function writeProbes(
  probes: Readonly<Record<string, WriteProbe>>,
  { clock, recordStoreFault }: { readonly clock: Clock; readonly recordStoreFault: RecordStoreFault },
): Readiness {
  let last: { readonly at: number; readonly answer: Promise<readonly string[]> } | null = null;

  const fails = async (store: string, probe: WriteProbe): Promise<boolean> => {
    try {
      await withTimeout(clock, TIMEOUT_MS, probe);
      return false;
    } catch (error) {
      recordStoreFault(store, error);
      return true;
    }
  };

  const probeAll = async (): Promise<readonly string[]> => {
    const names = Object.keys(probes);
    const failed = await Promise.all(names.map((name) => fails(name, probes[name]!)));
    return names.filter((_, place) => failed[place]);
  };

  return {
    unwritable() {
      const now = clock.monotonic();
      if (last === null || now - last.at >= FRESH_MS) last = { at: now, answer: probeAll() };
      return last.answer;
    },
  };
}
