import { isRecordingKey, runOfKey, runPrefix } from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { AbandonedUploads } from '../ports/abandoned-uploads.ts';
import type { RehearsalRecordings } from '../ports/rehearsal-recordings.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';
import type { RemovePorts } from './remove-run.ts';

/** Runs whose recordings are removed at a time. */
const REMOVED_AT_ONCE = 20;

/** The recordings that runs of suites left, in the object store. */
export const rehearsalRecordings = (ports: RemovePorts): RehearsalRecordings => ({
  async removeBefore(orgId, moment) {
    const runs = await ports.rehearsalRuns.listRecorded(orgId, moment, REMOVED_AT_ONCE);
    for (const run of runs) await removeRecordings(ports, run);
    return runs.length;
  },
});

/** Removes the recordings of a run that is over: whatever lies in its folder. After a crash it can be repeated. */
async function removeRecordings(
  { rehearsalRuns, rehearsedConversations, objects, quotas }: RemovePorts,
  run: RehearsalRun,
): Promise<void> {
  const { org_id, run_id } = run;
  for await (const { key, size } of objects.list(runPrefix(run))) {
    if (!isRecordingKey(key)) continue;
    await objects.remove(key);
    await quotas.removeBytes(org_id, size);
  }
  await rehearsedConversations.removeRecordings(org_id, run_id);
  await rehearsalRuns.unmarkRecorded(org_id, run_id);
}

/** What interrupted uploads of recordings left. With their run they are removed, and without it they are here. */
export const abandonedRecordings = ({
  rehearsalRuns,
  objects,
}: Pick<RemovePorts, 'objects'> & {
  readonly rehearsalRuns: Pick<RehearsalRunRepository, 'find'>;
}): AbandonedUploads => ({
  async remove(key) {
    const run = runOfKey(key);
    if (run && !(await rehearsalRuns.find(run.org_id, run.run_id))) await objects.remove(key);
  },
});
