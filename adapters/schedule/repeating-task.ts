import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';

interface Schedule {
  /** The task's name in the log. */
  readonly name: string;
  /** From the end of one run to the start of the next. In milliseconds. */
  readonly everyMs: number;
  /** Delay before the first run and after a failure, so that delayed work goes first. In milliseconds. */
  readonly graceMs: number;
}

export interface RepeatingTask {
  /** Starts no further run and waits for the current one. */
  stop(): Promise<void>;
}

/** Runs a task repeatedly, without overlap. Logs failed runs and continues. */
export function repeatTask(
  { name, everyMs, graceMs }: Schedule,
  task: () => Promise<void>,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): RepeatingTask {
  let running = Promise.resolve();
  let isStopped = false;
  let cancel: Cancel;

  const round = async (): Promise<void> => {
    const pauseMs = await task().then(
      () => everyMs,
      (error: unknown) => {
        log.error('schedule.failed', { task: name, error });
        return graceMs;
      },
    );
    if (!isStopped) cancel = clock.after(pauseMs, next);
  };
  const next = (): void => {
    running = round();
  };

  cancel = clock.after(graceMs, next);
  return {
    async stop() {
      isStopped = true;
      cancel();
      await running;
    },
  };
}
