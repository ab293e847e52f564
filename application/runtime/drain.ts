import type { Clock } from '../ports/clock.ts';
import type { ArtifactDelivery } from './deliver-artifacts.ts';
import type { LiveCalls } from './live-calls.ts';

/** The last artifacts get this long after the last call. In milliseconds. */
const FAREWELL_MS = 5_000;

/** Takes no new call, lets the live ones go on for a while, ends what is left, and delivers what they left behind. */
export const drain =
  ({ liveCalls, delivery, clock }: { liveCalls: LiveCalls; delivery: ArtifactDelivery; clock: Clock }) =>
  async (ms: number): Promise<void> => {
    liveCalls.drain();
    if (!(await inTime(clock, ms, liveCalls.empty()))) {
      liveCalls.endAll();
      await inTime(clock, FAREWELL_MS, liveCalls.empty());
    }
    await inTime(clock, FAREWELL_MS, delivery.stop());
  };

/** Whether it was done in time. */
async function inTime(clock: Clock, ms: number, done: Promise<void>): Promise<boolean> {
  let cancel = (): void => undefined;
  const overdue = new Promise<boolean>((resolve) => (cancel = clock.after(ms, () => resolve(false))));
  const finished = done.then(() => true);
  const result = await Promise.race([finished, overdue]);
  cancel();
  return result;
}
