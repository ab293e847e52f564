import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Clock } from '../ports/clock.ts';
import { pause, withTimeout } from '../with-timeout.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import type { LiveCalls } from './live-calls.ts';

interface DrainPorts {
  readonly liveCalls: LiveCalls;
  readonly controlPlane: ControlPlane;
  readonly delivery: ArtifactDelivery;
  readonly clock: Clock;
}

/**
 * Drains this process: accepts no new calls, waits up to `ms` milliseconds for live and ringing calls, ends the others,
 * and delivers their artifacts. A call that was ringing before is still answered.
 */
export const drain =
  (ports: DrainPorts) =>
  async (ms: number): Promise<void> => {
    const { liveCalls, delivery, clock } = ports;
    liveCalls.drain(clock.now());
    const deadline = clock.monotonic() + ms;
    if (!(await isDoneWithin(clock, ms, waitUntilIdle(ports, deadline)))) {
      liveCalls.endAll();
      await isDoneWithin(clock, TIMEOUTS_MS.final_delivery, liveCalls.whenEmpty());
    }
    await isDoneWithin(clock, TIMEOUTS_MS.final_delivery, delivery.stop());
  };

/** Resolves when no call is live or ringing. Stops checking after the deadline, which is monotonic. */
async function waitUntilIdle({ liveCalls, controlPlane, clock }: DrainPorts, deadline: number): Promise<void> {
  const { lastRegistered } = liveCalls;
  for (;;) {
    await liveCalls.whenEmpty();
    if (lastRegistered === null || clock.monotonic() >= deadline) return;
    // Without the API no call can be answered.
    const ringing = await controlPlane.countRinging(lastRegistered).catch(() => 0);
    if (ringing === 0 && liveCalls.isEmpty) return;
    await pause(clock, TIMEOUTS_MS.ringing_poll);
  }
}

/** Whether the promise resolved within the time. */
const isDoneWithin = (clock: Clock, ms: number, done: Promise<void>): Promise<boolean> =>
  withTimeout(
    clock,
    ms,
    () => done.then(() => true),
    () => false,
  );
