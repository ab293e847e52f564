import type { ControlPlane } from '../ports/control-plane.ts';
import type { Clock } from '../ports/clock.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import type { LiveCalls } from './live-calls.ts';

/** The last artifacts get this long after the last call. In milliseconds. */
const FINAL_DELIVERY_MS = 5_000;

/** How often it is asked whether calls still ring. In milliseconds. */
const POLL_INTERVAL_MS = 500;

interface DrainPorts {
  readonly liveCalls: LiveCalls;
  readonly controlPlane: ControlPlane;
  readonly delivery: ArtifactDelivery;
  readonly clock: Clock;
}

/**
 * Takes no new call, lets the live ones and those that ring go on for so many milliseconds, ends what is left, and
 * delivers what they left behind. A call that rang before is answered as ever: whoever picks up talks with the agent.
 */
export const drain =
  (ports: DrainPorts) =>
  async (ms: number): Promise<void> => {
    const { liveCalls, delivery, clock } = ports;
    liveCalls.drain(clock.now());
    const deadline = clock.monotonic() + ms;
    if (!(await isDoneWithin(clock, ms, waitUntilIdle(ports, deadline)))) {
      liveCalls.endAll();
      await isDoneWithin(clock, FINAL_DELIVERY_MS, liveCalls.whenEmpty());
    }
    await isDoneWithin(clock, FINAL_DELIVERY_MS, delivery.stop());
  };

/** Resolves when no call is live or rings any more. Looks no more after the deadline, on the monotonic clock. */
async function waitUntilIdle({ liveCalls, controlPlane, clock }: DrainPorts, deadline: number): Promise<void> {
  const { lastRegistered } = liveCalls;
  for (;;) {
    await liveCalls.whenEmpty();
    if (lastRegistered === null || clock.monotonic() >= deadline) return;
    // Without the API nobody can be answered.
    const ringing = await controlPlane.countRinging(lastRegistered).catch(() => 0);
    if (ringing === 0 && liveCalls.count === 0) return;
    await new Promise<void>((resolve) => void clock.after(POLL_INTERVAL_MS, resolve));
  }
}

/** Whether it was done in time. */
async function isDoneWithin(clock: Clock, ms: number, done: Promise<void>): Promise<boolean> {
  let cancel = (): void => undefined;
  const overdue = new Promise<boolean>((resolve) => (cancel = clock.after(ms, () => resolve(false))));
  const finished = done.then(() => true);
  const result = await Promise.race([finished, overdue]);
  cancel();
  return result;
}
