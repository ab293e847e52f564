import { isRecordingKey, runOfKey } from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { AbandonedUploads } from '../ports/abandoned-uploads.ts';
import type { RehearsalRecordings } from '../ports/rehearsal-recordings.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';
import { removeObjects, type RemovePorts } from './remove-run.ts';

/** The recordings that runs of suites left, in the object store. */
export const rehearsalRecordings = (ports: RemovePorts): RehearsalRecordings => ({
  async removeBefore(orgId, moment) {
    const [run] = await ports.rehearsalRuns.listRecorded(orgId, moment, 1);
    if (run) await removeRecordings(ports, run);
    return run !== undefined;
  },
});

/** Removes the recordings of a run that is over: whatever lies in its folder. After a crash it can be repeated. */
async function removeRecordings(ports: RemovePorts, run: RehearsalRun): Promise<void> {
  const { rehearsalRuns, rehearsedConversations } = ports;
  const { org_id, run_id } = run;
  await removeObjects(ports, run, isRecordingKey);
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
