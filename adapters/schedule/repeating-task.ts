import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { Log } from '../../application/ports/log.ts';

interface Schedule {
  /** What the log calls the task. */
  readonly name: string;
  /** From the end of one round to the beginning of the next. In milliseconds. */
  readonly everyMs: number;
  /** Before the first round and after one that failed, so that others who were held up come first. In milliseconds. */
  readonly graceMs: number;
}

export interface RepeatingTask {
  /** Begins no other round and waits for the one that runs. */
  stop(): Promise<void>;
}

/** Does a task again and again, never twice at once. A round that fails is logged, and the next one comes all the same. */
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
