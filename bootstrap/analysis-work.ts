import type { Container } from 'inversify';
import { everySecond } from '../adapters/schedule/every-second.ts';
import { repeatTask } from '../adapters/schedule/repeating-task.ts';
import { resolve } from './dependencies.ts';
import { stopInOrder } from './stop-in-order.ts';

/** Polling for pending analyses that no event announced: those of a crashed process, and retries that are due. */
const ANALYSIS = { name: 'analysis.tick', everyMs: 5_000, graceMs: 1_000 };

/** Starts the analysis of calls, and the runs that analyse old ones. Returns the function that stops them. */
export async function startAnalyses(container: Container): Promise<() => Promise<void>> {
  const [analysis, runs, clock, log] = await Promise.all([
    resolve(container, 'analysisWorker'),
    resolve(container, 'analysisRunWorker'),
    resolve(container, 'clock'),
    resolve(container, 'log'),
  ]);
  const analysing = repeatTask(ANALYSIS, async () => analysis.wake(), { clock, log });
  const advancing = everySecond('calls.analysis_runs', async () => runs.wake(), { log });
  return stopInOrder(advancing, runs, analysing, analysis);
}
