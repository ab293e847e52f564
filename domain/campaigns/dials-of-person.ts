import type { PendingOutcome } from './campaign-record.ts';
import type { DialDeferral } from './dial-deferral.ts';
import type { QueuedRun } from './queued-run.ts';
import { isRefusal, type DialRefusal } from './refusal.ts';
import { latestDialOf, type RunCallback } from './run-callback.ts';

/** A deferred dial is judged again after this time, in ms: a call is under way. */
const CALL_MS = 60_000;

/** The position that all dials of a person in a campaign share. */
export const personOf = ({ person_index, contact_index }: Pick<QueuedRun, 'person_index' | 'contact_index'>): number =>
  person_index ?? contact_index;

/** Whether other dials of the same person matter for this one: it is a callback, or repeats a dial. */
export const hasOtherDials = ({ attempt, call_id, callback }: QueuedRun): boolean =>
  callback !== undefined || attempt > 0 || call_id !== null;

/** Dials of one person in a campaign, and its outcomes that are not written to them yet. */
export interface DialsOfPerson {
  readonly runs: readonly QueuedRun[];
  readonly settling: readonly PendingOutcome[];
}

/** Dials in which a person was reached, in their order, apart from this call and from the dials at a position. */
export function reachedIn(
  { runs, settling }: DialsOfPerson,
  callId: string,
  contactIndex: number | null,
): readonly QueuedRun[] {
  const pending = new Set(
    settling.flatMap(({ queued_run_id, outcome }) => (outcome === 'answered' ? queued_run_id : [])),
  );
  return runs
    .filter(
      (run) =>
        run.contact_index !== contactIndex &&
        run.call_id !== callId &&
        (run.outcome === 'answered' || pending.has(run.queued_run_id)),
    )
    .toSorted((a, b) => (a.updated_at < b.updated_at ? -1 : 1));
}

/**
 * Why a callback, or a retry of a person who is called back, is not dialled now. An agreed callback takes the place of every
 * retry of earlier dials. A person who was reached since a callback was agreed is not called back. Null: nothing speaks against it.
 */
export const personFault = (run: QueuedRun, dials: DialsOfPerson, now: Date): DialDeferral | DialRefusal | null =>
  tooLate(run, now) ?? reachedBefore(run, dials, now) ?? calledBack(run, dials, now) ?? inCall(run, dials, now);

function tooLate({ callback }: QueuedRun, now: Date): DialRefusal | null {
  const latest = callback && latestDialOf(callback);
  if (!latest || now.toISOString() < latest) return null;
  return { reason: 'too_late', late: { at: callback.at, latest }, refused_at: now.toISOString() };
}

/** Of a callback or its retry: whether the person was reached in another call since it was agreed. */
function reachedBefore({ callback, contact_index }: QueuedRun, dials: DialsOfPerson, now: Date): DialRefusal | null {
  const agreed = callback ?? callbackAt(dials, contact_index);
  const reached = agreed && reachedIn(dials, agreed.call_id, contact_index).slice(agreed.reached_before ?? 0)[0];
  return reached ? { reason: 'reached', reached: { call_id: reached.call_id }, refused_at: now.toISOString() } : null;
}

/** Of a retry: whether a callback takes its place. */
function calledBack({ callback, contact_index }: QueuedRun, { runs }: DialsOfPerson, now: Date): DialRefusal | null {
  const later = callback ? undefined : runs.find((other) => isLaterCallback(other, contact_index));
  if (!later?.callback) return null;
  const { queued_run_id: callback_id, callback: agreed } = later;
  return { reason: 'callback_agreed', callback: { callback_id, at: agreed.at }, refused_at: now.toISOString() };
}

/** Whether another dial of the person is under way. */
function inCall({ contact_index }: QueuedRun, { runs }: DialsOfPerson, now: Date): DialDeferral | null {
  const isCalled = runs.some(
    ({ state, contact_index: other }) => other !== contact_index && (state === 'dialing' || state === 'in_call'),
  );
  const until = new Date(now.getTime() + CALL_MS).toISOString();
  return isCalled ? { reason: 'in_call', until, deferred_at: now.toISOString() } : null;
}

/** The callback of which a run at this position is a retry. */
const callbackAt = ({ runs }: DialsOfPerson, contactIndex: number): RunCallback | undefined =>
  runs.find(({ contact_index, callback }) => callback && contact_index === contactIndex)?.callback;

/** Whether a callback was agreed after the dial at this position, and stands. */
const isLaterCallback = ({ callback, contact_index, refusal, outcome }: QueuedRun, contactIndex: number): boolean =>
  callback !== undefined &&
  contact_index > contactIndex &&
  callback.canceled_at === undefined &&
  refusal === undefined &&
  (outcome === null || !isRefusal(outcome));
