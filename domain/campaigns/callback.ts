import { invalid, rejected } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import type { Campaign } from './campaign.ts';
import type { CampaignCallbacks, CampaignRecord, CampaignRecordChange } from './campaign-record.ts';
import type { DialDeferral } from './dial-deferral.ts';
import { hasEnded, type QueuedRun } from './queued-run.ts';
import { isRefusal } from './refusal.ts';
import type { RunCallback } from './run-callback.ts';
import type { RunOutcome } from './run-outcome.ts';

export const NO_CALLBACKS: CampaignCallbacks = { made: 0, unwritten: [] };

/** Rows of callbacks follow those of a contact list, which is always shorter. */
const FIRST_ROW = 1_000_000_000;

/** A callback waits for no dial after it was canceled. */
const NEVER = '9999-12-31T23:59:59.999Z';

const NOTE_MAX = 300;

/** The note as it is stored: one line. A blank one is null. */
export function callbackNote(text: string | null | undefined): string | null {
  const note = (text ?? '').trim();
  if (note === '') return null;
  if ([...note].length > NOTE_MAX || !isPlainText(note))
    throw invalid(`note must be one line of at most ${NOTE_MAX} characters`);
  return note;
}

/** Most callbacks of one call, of which one waits at a time. */
export const CALLBACKS_MAX = 20;

/** The id of the nth callback of a call, the first being 1: two requests at the same time make one. */
export const callbackIdOf = (callId: string, nth: number): string =>
  nth === 1 ? `callback-${callId}` : `callback-${callId}-${nth}`;

/** The id of the campaign with the callbacks of an agent's calls outside campaigns. */
export const callbackCampaignId = (agentId: string): string => `callbacks-${agentId}`;

/** The source type of such a campaign. */
export const CALLBACK_SOURCE = 'callbacks';

/** The row of the campaign's next callback. */
export const nextCallbackRow = ({ gate: { callbacks = NO_CALLBACKS } }: CampaignRecord): number =>
  FIRST_ROW + callbacks.made;

/** Whether a variable is one that a callback has besides those of its contact. */
export const isOfCallback = (variable: string): boolean => /^(?:callback|earlier)_/.test(variable);

export const isCallbackRow = (contactIndex: number): boolean => contactIndex >= FIRST_ROW;

/**
 * Changes of a campaign that gets a callback. It counts from here on, before it is queued, so that the campaign does not
 * complete without it; a completed campaign runs again.
 */
export function withCallback(record: CampaignRecord, run: QueuedRun, now: Date): CampaignRecordChange {
  const { campaign, gate } = record;
  const { made, unwritten } = gate.callbacks ?? NO_CALLBACKS;
  return {
    campaign: { ...reopened(campaign), total_rows: campaign.total_rows + 1, updated_at: now.toISOString() },
    gate: { callbacks: { made: made + 1, unwritten: [...unwritten, run] } },
  };
}

function reopened({ state }: Campaign): Partial<Campaign> {
  if (state === 'failed' || state === 'created')
    throw rejected(`A campaign that is ${state} makes no callbacks: its contact list cannot be dialled`);
  return state === 'completed' ? { state: 'running', completed_at: null } : {};
}

/** Changes that reschedule a waiting callback. */
export const toRescheduled = (
  callback: RunCallback,
  contextVariables: QueuedRun['context_variables'],
  now: Date,
): Partial<QueuedRun> => ({
  callback,
  callback_at: callback.at,
  context_variables: contextVariables,
  not_before: callback.at,
  deferral: null,
  updated_at: now.toISOString(),
});

/**
 * Changes of a waiting callback that is canceled. A dial that is being decided is then not sent, because the run has changed.
 * Its outcome is recorded when its lease has expired, which is at once.
 */
export const toCanceled = (callback: RunCallback, by: string, now: Date): Partial<QueuedRun> => ({
  callback: { ...callback, canceled_at: now.toISOString(), canceled_by: by },
  not_before: NEVER,
  lease_until: now.toISOString(),
  updated_at: now.toISOString(),
});

/**
 * `scheduled`: waits for its time or, if that has come, for what `deferral` says. `calling`: is dialled or talks.
 * `retrying`: was not reached and is dialled again by the campaign's settings. `refused`: must not be dialled any more, as
 * `outcome` says.
 */
export type CallbackStatus = 'scheduled' | 'calling' | 'retrying' | 'done' | 'refused' | 'canceled';

/** A callback as its organisation sees it. */
export interface CallbackView extends Omit<
  RunCallback,
  'is_prepared' | 'reached_before' | 'canceled_at' | 'canceled_by'
> {
  readonly callback_id: string;
  readonly campaign_id: string;
  readonly phone_number: string;
  readonly status: CallbackStatus;
  readonly outcome: RunOutcome | null;
  /** Why it will be dialled later than agreed. Null: as far as is known, it will be on time. */
  readonly deferral: Pick<DialDeferral, 'reason' | 'until'> | null;
  /** Its own call, once a dial was attempted. */
  readonly callback_call_id: string | null;
}

/** A run as the callback that it is. `last`: the last attempt, of one that was not reached. */
export function callbackView(
  run: QueuedRun & { readonly callback: RunCallback },
  now: Date,
  last: QueuedRun = run,
): CallbackView {
  const { call_id, source, requested_by, requested_at, at, timezone, note } = run.callback;
  return {
    callback_id: run.queued_run_id,
    campaign_id: run.campaign_id,
    phone_number: run.phone_number,
    ...{ call_id, source, requested_by, requested_at, at, timezone, note },
    status: statusOf(last),
    outcome: last.outcome ?? run.outcome,
    deferral: waitOf(last, now),
    callback_call_id: last.call_id ?? run.call_id,
  };
}

function waitingStatusOf({ refusal, attempt }: QueuedRun): CallbackStatus {
  if (refusal) return 'refused';
  return attempt > 0 ? 'retrying' : 'scheduled';
}

function waitOf({ state, deferral, callback }: QueuedRun, now: Date): CallbackView['deferral'] {
  // That of a time agreed before does not count.
  const isWaiting = state === 'queued' && deferral && deferral.until > now.toISOString();
  if (!isWaiting || deferral.deferred_at < (callback?.requested_at ?? '')) return null;
  return { reason: deferral.reason, until: deferral.until };
}

function statusOf(last: QueuedRun): CallbackStatus {
  const { state, outcome, callback, is_final } = last;
  if (callback?.canceled_at !== undefined) return 'canceled';
  if (state === 'queued') return waitingStatusOf(last);
  if (!hasEnded(last)) return 'calling';
  if (outcome !== null && isRefusal(outcome)) return 'refused';
  return state === 'done' && !is_final ? 'retrying' : 'done';
}
