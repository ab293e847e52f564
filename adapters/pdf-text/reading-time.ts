import type { Worker } from 'node:worker_threads';

/** Clocks that are read one after the other differ: a thread that seems to have done no more than this did nothing. In milliseconds. */
const IDLE_MS = 5;

/**
 * How much time a thread has taken since this was called, in milliseconds, to be asked every so many: that of the
 * processor, for which the whole process is asked, and how long the thread has been waiting for something by now. The
 * latter is told by how often nothing had been done since, not by the clock, for who is seldom asked is on a busy
 * machine: what a thread waits for the processor is not counted.
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
