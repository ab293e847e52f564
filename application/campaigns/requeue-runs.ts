import { toRequeued } from '../../domain/campaigns/queued-run.ts';
import { takeForDialling } from './dial-intent.ts';
import type { PlaceCallPorts, UndialledRun } from './dial-permit.ts';

/**
 * Requeues runs that were definitely not dialled, after releasing their slots: once queued, the slot of a run's call may be
 * reserved again. A run that another engine took keeps its slot.
 */
export async function requeueRuns(
  { runs, clock }: Pick<PlaceCallPorts, 'runs' | 'clock'>,
  undialled: readonly UndialledRun[],
): Promise<void> {
  const ours = await takeForDialling({ runs, clock }, undialled);
  await Promise.all(ours.map(([{ route, callId }]) => route.release(callId)));
  const now = clock.now();
  await runs.changeAll(ours.map(([{ waitMs }, seen]) => ({ seen, changes: toRequeued(waitMs, now) })));
}
