import type { Worker } from 'node:worker_threads';

/** Activity below this counts as none, because the clocks are read one after the other. In milliseconds. */
const IDLE_MS = 5;

/**
 * Measures the time a thread has used since the call: processor time of the process plus time without activity. Call
 * the result every `everyMs`. Idle time is counted in calls without activity, not by the clock, so that waiting for a
 * busy processor does not count. In milliseconds.
 */
export function readingTime(thread: Pick<Worker, 'performance'>, everyMs: number): () => number {
  const before = process.cpuUsage();
  const activity = (): number => thread.performance.eventLoopUtilization().active;
  let done = activity();
  let waits = 0;
  return () => {
    const now = activity();
    if (now - done > IDLE_MS) [done, waits] = [now, 0];
    else waits += 1;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 + waits * everyMs;
  };
}
