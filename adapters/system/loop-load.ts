import { performance } from 'node:perf_hooks';

/** The event loop counts as busy from this share of time. */
const BUSY = 0.5;
/** Shortest measuring window. In milliseconds. */
const WINDOW_MS = 250;

/** Reports whether the event loop was busy in about the last 250 ms. */
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
