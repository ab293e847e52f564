import { systemClock } from '../../adapters/system/clock.ts';
import type { Clock } from '../../application/ports/clock.ts';

interface Timer {
  dueAt: number;
  readonly run: () => void;
  cancel: () => void;
}

/** The machine's time, which can be set forward: leases expire and timers fire. */
export interface ForwardClock extends Clock {
  forward(ms: number): void;
}

export function forwardClock(): ForwardClock {
  const clock = systemClock();
  const timers = new Set<Timer>();
  let aheadMs = 0;

  const arm = (timer: Timer): void => {
    timer.cancel = clock.after(Math.max(0, timer.dueAt - clock.monotonic()), () => {
      timers.delete(timer);
      timer.run();
    });
  };

  return {
    monotonic: () => clock.monotonic(),
    now: () => new Date(clock.now().getTime() + aheadMs),
    after(ms, run) {
      const timer: Timer = { dueAt: clock.monotonic() + ms, run, cancel: () => undefined };
      timers.add(timer);
      arm(timer);
      return () => {
        timers.delete(timer);
        timer.cancel();
      };
    },
    forward(ms) {
      aheadMs += ms;
      for (const timer of [...timers]) {
        timer.cancel();
        timer.dueAt -= ms;
        arm(timer);
      }
    },
  };
}
