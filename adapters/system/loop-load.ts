import { performance } from 'node:perf_hooks';

/** The event loop is busy from this share of its time on. */
const BUSY = 0.5;
/** Over how long the share is taken, at least. In milliseconds. */
const WINDOW_MS = 250;

/** Tells whether this process's event loop was busy in the last quarter of a second or so. */
export function loopLoad(): () => boolean {
  let [before, beganAt, isBusy] = [performance.eventLoopUtilization(), performance.now(), false];
  return () => {
    const now = performance.now();
    if (now - beganAt < WINDOW_MS) return isBusy;
    isBusy = performance.eventLoopUtilization(before).utilization > BUSY;
    [before, beganAt] = [performance.eventLoopUtilization(), now];
    return isBusy;
  };
}
