import { performance } from 'node:perf_hooks';

/** Use of the event loop: `busy` is near its capacity, `raised` enough for large pieces of work to delay others. */
export type LoadLevel = 'low' | 'raised' | 'busy';

/** The share of time from which the event loop counts as busy, and as used more than little. */
const [BUSY, RAISED] = [0.5, 0.2];
/** How long the load counts as raised after it was. In milliseconds. */
const RAISED_MS = 30_000;
/** Shortest measuring window. In milliseconds. */
const WINDOW_MS = 250;

/** Reports the load of the event loop in about the last 250 ms. */
export function loopLoad(): () => LoadLevel {
  let [before, beganAt] = [performance.eventLoopUtilization(), performance.now()];
  let [isBusy, raisedAt] = [false, -Infinity];
  return () => {
    const now = performance.now();
    if (now - beganAt >= WINDOW_MS) {
      const { utilization } = performance.eventLoopUtilization(before);
      isBusy = utilization > BUSY;
      if (utilization > RAISED) raisedAt = now;
      [before, beganAt] = [performance.eventLoopUtilization(), now];
    }
    if (isBusy) return 'busy';
    return now - raisedAt < RAISED_MS ? 'raised' : 'low';
  };
}
