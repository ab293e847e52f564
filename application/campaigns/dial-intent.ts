import { toDialing, toInCall, toRequeued, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { PlannedCall } from '../ports/dialler.ts';
import { changeRun } from './change-run.ts';
import type { PlaceCallPorts, DialPermit, ReservedRun, DialAttempt, UndialledRun } from './dial-permit.ts';

/**
 * Sets runs to `dialing` before anything else happens, so that they count as active, and then writes the logs of their
 * calls. Returns those that are ours to dial: not runs another engine took or that were removed.
 */
export async function recordDialIntent(
  { runs, clock }: Pick<PlaceCallPorts, 'runs' | 'clock'>,
  { route, owner }: DialPermit,
  reserved: readonly ReservedRun[],
): Promise<DialAttempt[]> {
  const taken = await takeForDialling(
    { runs, clock },
    reserved.map((each) => ({ ...each, owner })),
  );
  const out = taken.map(([{ run, callId }, intended]) => ({ run: intended, callId, isRetry: run.call_id !== null }));
  const ours = new Set(out.map(({ callId }) => callId));
  // A slot that another engine may rely on expires on its own.
  for (const { run, callId } of reserved) if (!ours.has(callId) && run.call_id === null) await route.release(callId);
  await route.register(out.map(plannedCall));
  return out;
}

/** Sets runs to `dialing` in one step, and returns those that are ours then, each with its new state. */
async function takeForDialling<T extends ReservedRun & Pick<DialPermit, 'owner'>>(
  { runs, clock }: Pick<PlaceCallPorts, 'runs' | 'clock'>,
  wanted: readonly T[],
): Promise<(readonly [T, QueuedRun])[]> {
  const now = clock.now();
  const changes = wanted.map(({ run, callId, owner, from, agentId }) => {
    // Runs of a campaign that never had a pool do not get the field.
    const number = from === null && !run.from_number ? undefined : from;
    const by = {
      ...(number !== undefined && { from_number: number }),
      ...(agentId !== undefined && { agent_id: agentId }),
    };
    return { seen: run, changes: toDialing(callId, owner, now, by) };
  });
  const isWhole = (await runs.changeAll(changes)) === wanted.length;
  const after = isWhole ? null : await runs.findMany(wanted.map(({ run }) => run.queued_run_id));
  return wanted.flatMap((each, at) => {
    const intended = { ...each.run, ...changes[at]!.changes, epoch: each.run.epoch + 1 };
    const isOurs = after?.some((stored) => isSameIntent(stored, intended)) ?? true;
    return isOurs ? [[each, intended] as const] : [];
  });
}

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

/** Whether the stored run is the intent this engine wrote: true for at most one of two engines. */
const isSameIntent = (a: QueuedRun, b: QueuedRun): boolean =>
  a.queued_run_id === b.queued_run_id &&
  a.epoch === b.epoch &&
  a.state === b.state &&
  a.call_id === b.call_id &&
  a.lease_owner === b.lease_owner;

/** Records that the carrier accepted runs, except those whose call has ended already. */
export async function recordAccepted(
  { runs, clock }: Pick<PlaceCallPorts, 'runs' | 'clock'>,
  out: readonly QueuedRun[],
): Promise<void> {
  const changes = toInCall(clock.now());
  if ((await runs.changeAll(out.map((seen) => ({ seen, changes })))) === out.length) return;
  const after = await runs.findMany(out.map(({ queued_run_id }) => queued_run_id));
  const decide = ({ state }: QueuedRun) => (state === 'dialing' ? changes : null);
  await Promise.all(after.map((seen) => changeRun(runs, seen.queued_run_id, decide, seen)));
}

export const plannedCall = ({ run, callId, isRetry }: DialAttempt): PlannedCall => ({
  call_id: callId,
  campaign_id: run.campaign_id,
  queued_run_id: run.queued_run_id,
  to_number: run.phone_number,
  custom_variables: run.context_variables,
  ...(run.from_number !== undefined && { from_number: run.from_number, isRetry }),
});
