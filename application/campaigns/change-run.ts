import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { failed } from '../../domain/errors.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

/** More often than a run has states to move through. */
const ATTEMPTS = 20;

/**
 * Applies a decision to a run as it is at that moment: when it moves on in between, it is decided again. Who has just
 * `seen` it need not look first. Null: the decision was to leave it, or the run is gone.
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
  throw failed('The run kept changing; the change was not applied');
}
