import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/**
 * Applies a decision to the current run, and decides again when it changed in between. A caller that has just read the
 * run passes it as `seen`. Null: the decision was to leave it, or the run was removed.
 */
export const changeRun = (
  runs: QueuedRunRepository,
  runId: string,
  decide: (run: QueuedRun) => Partial<QueuedRun> | null,
  seen?: QueuedRun,
): Promise<QueuedRun | null> =>
  retryOnConflict<QueuedRun | null>('The run kept changing. Try again.', async (attempt) => {
    const run = attempt === 0 && seen ? seen : await runs.find(runId);
    const changes = run && decide(run);
    if (!run || !changes) return null;
    return (await runs.change(run, changes)) ?? 'again';
  });
