import { nextLook, type DecisionWait } from './answered-calls.ts';
import { latestDialOf, type RunCallback } from './run-callback.ts';
import type { AnalysisWait, DialDeferral } from './dial-deferral.ts';
import type { RetryDecision } from './retry-decision.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { DialRefusal } from './refusal.ts';
import { isoAfter } from '../expiry.ts';

/**
 * `queued`: waiting to be dialled. `dialing`: the dial is decided; after a crash it is unknown whether the carrier was
 * asked. `in_call`: accepted by the carrier. `judging`: ended with an outcome; the analysis of its call decides whether the contact
 * is dialled again. `done`: ended with an outcome, and decided.
 */
export type RunState = (typeof RUN_STATES)[number];
export const RUN_STATES = ['queued', 'dialing', 'in_call', 'judging', 'done'] as const;

/** One dial of one contact. A retry is a separate run. A run has at most one call. */
export interface QueuedRun {
  readonly queued_run_id: string;
  readonly campaign_id: string;
  readonly org_id: string;
  /** Position of the contact in its source, from 0. */
  readonly contact_index: number;
  readonly phone_number: string;
  readonly context_variables: Readonly<Record<string, string>>;
  /** 0 for the first dial. Unique per campaign and contact. */
  readonly attempt: number;
  /** The agent that has called the contact, where several share those of the campaign. */
  readonly agent_id?: string;
  readonly state: RunState;
  /** Earliest time of the dial. Null: no constraint. */
  readonly not_before: string | null;
  /**
   * The number of a caller ID pool that the contact is or was called from last, or that was chosen for a dial that was
   * not sent.
   */
  readonly from_number?: string | null;
  /** The number that the contact was called from before this run was queued. */
  readonly called_from?: string;
  /** The call of this run, once a dial was attempted. */
  readonly call_id: string | null;
  readonly outcome: RunOutcome | null;
  /** Why it was not dialled, when that is its outcome. */
  readonly refusal?: DialRefusal;
  /** Why the last dial was deferred. Null: it was decided on since then, and now waits for another reason. */
  readonly deferral?: DialDeferral | null;
  /** Of a callback: what was agreed. */
  readonly callback?: RunCallback;
  /**
   * Of a callback and its retries: the position of the person, shared by all dials of the person. It is the position of the
   * contact or, without a contact, of the person's first callback.
   */
  readonly person_index?: number;
  /** Of a callback and its retries: its organisation and the agreed time, by which callbacks are listed. */
  readonly callback_org?: string;
  readonly callback_at?: string;
  /** Of a run that is or was judged: the wait for the analysis of its call. */
  readonly judging?: DecisionWait;
  /** Why its contact, who answered, is dialled again or not. */
  readonly decision?: RetryDecision;
  /** Whether the contact is final after this run. Only set when done. */
  readonly is_final: boolean;
  /** The engine that dialled it. */
  readonly lease_owner: string | null;
  /** When an active, judged or refused run is checked, unless its outcome is recorded before. */
  readonly lease_until: string | null;
  /** Increases with each change. Writes based on an older state are rejected. */
  readonly epoch: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** Whether the attempt of a run has an outcome. */
export const hasEnded = ({ state }: Pick<QueuedRun, 'state'>): boolean => state === 'judging' || state === 'done';

/** Facts known when a run is queued. */
export type NewRun = Pick<
  QueuedRun,
  | 'queued_run_id'
  | 'campaign_id'
  | 'org_id'
  | 'contact_index'
  | 'phone_number'
  | 'context_variables'
  | 'attempt'
  | 'not_before'
  | 'from_number'
  | 'agent_id'
>;

/** How long a decided dial may take before it is checked, in ms. */
const DIALLING_MS = 30_000;
/** Check interval of a live call whose end was not reported, in ms. */
const IN_CALL_MS = 60_000;

/**
 * After this time a deferred run is judged again in any case, in ms. Changed settings and caps make it due at once; this is for
 * the rest, such as another file of holidays.
 */
const REJUDGED_MS = 6 * 3_600_000;

/** Creates a run. */
export const newQueuedRun = (run: NewRun, now: Date): QueuedRun => ({
  ...run,
  ...(typeof run.from_number === 'string' && { called_from: run.from_number }),
  state: 'queued',
  call_id: null,
  outcome: null,
  is_final: false,
  lease_owner: null,
  lease_until: null,
  epoch: 0,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/**
 * Changes when a dial is decided. A requeued run keeps its call id. `by`: the number of a caller ID pool, or null without one,
 * and who calls, where several agents do.
 */
export const toDialing = (
  callId: string,
  owner: string,
  now: Date,
  by: Pick<QueuedRun, 'from_number' | 'agent_id'> = {},
): Partial<QueuedRun> => ({
  state: 'dialing',
  call_id: callId,
  ...by,
  lease_owner: owner,
  lease_until: isoAfter(now, DIALLING_MS),
  updated_at: now.toISOString(),
});

/** Changes when the carrier accepted the dial, and whenever its call is found to be live. */
export const toInCall = (now: Date): Partial<QueuedRun> => ({
  state: 'in_call',
  lease_until: isoAfter(now, IN_CALL_MS),
  updated_at: now.toISOString(),
});

/** Changes when a run that was certainly not dialled is queued again after `waitMs`. */
export const toRequeued = (waitMs: number, now: Date): Partial<QueuedRun> => ({
  state: 'queued',
  deferral: null,
  not_before: isoAfter(now, waitMs),
  lease_owner: null,
  lease_until: null,
  updated_at: now.toISOString(),
});

/** Changes when a due run may be dialled only later. A callback that would be too late then is judged again before. */
export const toDeferred = (
  { callback }: Pick<QueuedRun, 'callback'>,
  deferral: DialDeferral,
  now: Date,
): Partial<QueuedRun> => ({
  state: 'queued',
  deferral,
  not_before: [
    deferral.until,
    isoAfter(now, REJUDGED_MS),
    ...(callback ? [latestDialOf(callback)] : []),
  ].toSorted()[0]!,
  lease_owner: null,
  lease_until: null,
  updated_at: now.toISOString(),
});

/** Changes when a deferred run is to be judged again. */
export const toRejudged = (now: Date): Partial<QueuedRun> => ({
  not_before: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Changes when a run is about to end without a dial. It is checked later, in case its outcome is not recorded. */
export const toRefused = (refusal: DialRefusal, now: Date): Partial<QueuedRun> => ({
  refusal,
  lease_until: isoAfter(now, DIALLING_MS),
  updated_at: now.toISOString(),
});

/** Changes when a run ends whose contact is decided on later. It is in the list of those that wait. */
export const toJudging = (outcome: RunOutcome, judging: DecisionWait, now: Date): Partial<QueuedRun> => ({
  state: 'judging',
  outcome,
  judging,
  not_before: judging.until,
  lease_owner: null,
  lease_until: nextLook(judging, now),
  updated_at: now.toISOString(),
});

/** Changes when a run ends. */
export const toDone = (outcome: RunOutcome, isFinal: boolean, now: Date): Partial<QueuedRun> => ({
  state: 'done',
  outcome,
  is_final: isFinal,
  lease_owner: null,
  lease_until: null,
  updated_at: now.toISOString(),
});

/** Why a judged run waits, and for how long at most. */
export const analysisWaitOf = ({ judging, call_id }: QueuedRun): AnalysisWait | null =>
  judging && call_id !== null
    ? { reason: 'analysis', call_id, until: judging.until, deferred_at: judging.since }
    : null;

/** Creates the run that retries the same contact. */
export const retryOf = (run: QueuedRun, runId: string, notBefore: string, now: Date): QueuedRun => ({
  ...newQueuedRun({ ...sameContact(run), queued_run_id: runId, attempt: run.attempt + 1, not_before: notBefore }, now),
  ...(run.person_index !== undefined && { person_index: run.person_index }),
  ...(run.callback_org !== undefined && { callback_org: run.callback_org, callback_at: run.callback_at }),
});

/** What another run of the same contact has in common with this one. */
export const sameContact = ({
  campaign_id,
  org_id,
  contact_index,
  phone_number,
  context_variables,
  from_number,
  agent_id,
}: QueuedRun) => ({
  campaign_id,
  org_id,
  contact_index,
  phone_number,
  context_variables,
  ...(typeof from_number === 'string' && { from_number }),
  ...(agent_id !== undefined && { agent_id }),
});
