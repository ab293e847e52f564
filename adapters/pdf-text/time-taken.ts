import type { Worker } from 'node:worker_threads';

/**
 * How much time a thread has taken since this was called, in milliseconds: that of the processor, for which the whole
 * process is asked, and that in which the thread waits for something. What it waits for the processor while others are
 * busy is not counted.
 */
export function timeTaken(thread: Worker): () => number {
  const before = process.cpuUsage();
  const { idle: idleBefore } = thread.performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 + thread.performance.eventLoopUtilization().idle - idleBefore;
  };
}
