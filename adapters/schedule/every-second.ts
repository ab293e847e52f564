import { schedule } from 'node-cron';
import type { Log } from '../../application/ports/log.ts';
import type { RepeatingTask } from './repeating-task.ts';

/** Runs a task every second, without overlap. Logs failed runs and continues. */
export function everySecond(name: string, task: () => Promise<void>, { log }: { readonly log: Log }): RepeatingTask {
  let running = Promise.resolve();
  const round = (): Promise<void> =>
    (running = task().catch((error: unknown) => log.error('schedule.failed', { task: name, error })));
  const scheduled = schedule('* * * * * *', round, {
    name,
    noOverlap: true,
    unref: true,
    suppressMissedWarning: true,
    // A second that a busy process misses needs no log: the next run makes up for it.
    logger: {
      info: ignore,
      warn: ignore,
      debug: ignore,
      error: (message) => log.error('schedule.failed', { task: name, error: message }),
    },
  });
  return {
    async stop() {
      await scheduled.destroy();
      await running;
    },
  };
}

const ignore = (): void => undefined;
