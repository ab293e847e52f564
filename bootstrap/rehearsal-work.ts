import type { Container } from 'inversify';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import { resolve } from './dependencies.ts';
import { stopInOrder } from './stop-in-order.ts';

/** Polling for runs that no request announced: those of a crashed process, and those that other processes took in. */
const REHEARSALS = { name: 'rehearsals.tick', everyMs: 2_000, graceMs: 1_000 };

/** Starts to hold suites in the background. Returns the function that stops it. */
export async function startRehearsals(container: Container): Promise<() => Promise<void>> {
  const [worker, clock, log] = await Promise.all([
    resolve(container, 'rehearsalWorker'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const ticking = repeatTask(REHEARSALS, async () => worker.wake(), { clock, log });
  return stopInOrder(ticking, worker);
}
