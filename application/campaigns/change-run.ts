import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { failed } from '../../domain/errors.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

/** Attempts of one optimistic update: more than a run has states. */
const ATTEMPTS = 20;

/**
 * Applies a decision to the current run, and decides again when it changed in between. A caller that has just read the
 * run passes it as `seen`. Null: the decision was to leave it, or the run was removed.
 */
export async function changeRun(
  runs: QueuedRunRepository,
  runId: string,
  decide: (run: QueuedRun) => Partial<QueuedRun> | null,
  seen?: QueuedRun,
): Promise<QueuedRun | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const run = attempt === 0 && seen ? seen : await runs.find(runId);
    const changes = run && decide(run);
    if (!run || !changes) return null;
    const changed = await runs.change(run, changes);
    if (changed) return changed;
  }
  throw failed('The update conflicted with other updates of this run: try again');
}
