import { isRecordingKey, runPrefix } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { isUnfinished, RUNS_KEPT, type RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { RehearsedConversationRepository } from '../ports/rehearsed-conversations.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';

export interface RemovePorts {
  readonly rehearsalRuns: RehearsalRunRepository;
  readonly rehearsedConversations: RehearsedConversationRepository;
  readonly objects: ObjectStore;
  readonly quotas: Pick<QuotaKeeper, 'addRecorded' | 'removeBytes'>;
}

/** Removes a run that is over, with its conversations and objects. After a crash it can be repeated. */
export async function removeRun(ports: RemovePorts, run: Pick<RehearsalRun, 'org_id' | 'run_id'>): Promise<void> {
  const { org_id, run_id } = run;
  await removeObjects(ports, run);
  await ports.rehearsedConversations.removeAll(org_id, run_id);
  await ports.rehearsalRuns.remove(org_id, run_id);
}

/** Removes the objects of a run that are wanted, and gives the bytes of them all back, also of those before a failure. */
export async function removeObjects(
  { objects, quotas }: RemovePorts,
  run: Pick<RehearsalRun, 'org_id' | 'run_id'>,
  isWanted: (key: string) => boolean = () => true,
): Promise<void> {
  let [uploaded, recorded] = [0, 0];
  try {
    for await (const { key, size } of objects.list(runPrefix(run))) {
      if (!isWanted(key)) continue;
      await objects.remove(key);
      if (isRecordingKey(key)) uploaded += size;
      else recorded += size;
    }
  } finally {
    if (uploaded + recorded > 0)
      await quotas.removeBytes(run.org_id, { uploaded_bytes: uploaded, recorded_bytes: recorded });
  }
}

/** Most runs that are removed at a time. */
const REMOVED_AT_ONCE = 20;

/** Removes the runs of a suite that are over, but for the newest. */
export async function removeOldRuns(
  ports: RemovePorts,
  { org_id, suite_id }: Pick<RehearsalRun, 'org_id' | 'suite_id'>,
): Promise<void> {
  const old = await ports.rehearsalRuns.list(org_id, suite_id, { limit: REMOVED_AT_ONCE, offset: RUNS_KEPT });
  for (const run of old) if (!isUnfinished(run)) await removeRun(ports, run);
}
