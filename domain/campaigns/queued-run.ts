import type { RunOutcome } from './run-outcome.ts';

/**
 * `queued`: to be dialled, and nobody was asked. `dialing`: it was decided to dial; whether the carrier was asked is what
 * a crash leaves open. `in_call`: the carrier took it. `done`: over, with an outcome.
 */
export type RunState = 'queued' | 'dialing' | 'in_call' | 'done';

/** One dial of one contact. A retry is a run of its own; a run results in at most one call. */
export interface QueuedRun {
  readonly queued_run_id: string;
  readonly campaign_id: string;
  readonly org_id: string;
  /** Position of the contact among the rows of its source, from 0. */
  readonly contact_index: number;
  readonly phone_number: string;
  readonly context_variables: Readonly<Record<string, string>>;
  /** 0 for the first dial. Unique with campaign and contact. */
  readonly attempt: number;
  readonly state: RunState;
  /** Not dialled before this moment; null: whenever its turn comes. */
  readonly not_before: string | null;
  /** The one call of this run, once there was an attempt to dial it. */
  readonly call_id: string | null;
  readonly outcome: RunOutcome | null;
  /** Whether the contact is final with this run: no retry follows. Only of a run that is done. */
  readonly is_final: boolean;
  /** The engine that dialled it. */
  readonly lease_owner: string | null;
  /** While it is out: when somebody looks what became of it, unless that was heard before. */
  readonly lease_until: string | null;
  /** Grows with every change: who decided on an earlier state is refused. */
  readonly epoch: number;
  readonly created_at: string;
  readonly updated_at: string;
}

/** What is known of a run when it is queued. */
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
>;

/** How long a decided dial may take until somebody else looks what became of it. In milliseconds. */
const DIALLING_MS = 30_000;
/** How often a call that goes on is looked after, should nobody tell of its end. In milliseconds. */
const IN_CALL_MS = 60_000;

/** A new run. */
export const newQueuedRun = (run: NewRun, now: Date): QueuedRun => ({
  ...run,
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

/** What changes when it is decided to dial. A run that was put back keeps its call. */
export const toDialing = (callId: string, owner: string, now: Date): Partial<QueuedRun> => ({
  state: 'dialing',
  call_id: callId,
  lease_owner: owner,
  lease_until: after(now, DIALLING_MS),
  updated_at: now.toISOString(),
});

/** What changes when the carrier took it, and whenever its call is found to go on. */
export const toInCall = (now: Date): Partial<QueuedRun> => ({
  state: 'in_call',
  lease_until: after(now, IN_CALL_MS),
  updated_at: now.toISOString(),
});

/** What changes when a run that certainly was not dialled waits again, for so many milliseconds. */
export const toRequeued = (waitMs: number, now: Date): Partial<QueuedRun> => ({
  state: 'queued',
  not_before: after(now, waitMs),
  lease_owner: null,
  lease_until: null,
  updated_at: now.toISOString(),
});

/** What changes when a run is over. */
export const toDone = (outcome: RunOutcome, isFinal: boolean, now: Date): Partial<QueuedRun> => ({
  state: 'done',
  outcome,
  is_final: isFinal,
  lease_owner: null,
  lease_until: null,
  updated_at: now.toISOString(),
});

/** The run that dials the same contact again. */
export const retryOf = (run: QueuedRun, runId: string, notBefore: string, now: Date): QueuedRun =>
  newQueuedRun({ ...pick(run), queued_run_id: runId, attempt: run.attempt + 1, not_before: notBefore }, now);

const pick = ({ campaign_id, org_id, contact_index, phone_number, context_variables }: QueuedRun) => ({
  campaign_id,
  org_id,
  contact_index,
  phone_number,
  context_variables,
});

const after = (now: Date, ms: number): string => new Date(now.getTime() + ms).toISOString();
