import { allow, isBot, type Principal } from '../../domain/accounts/principal.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { callerNumber } from '../../domain/calls/caller-number.ts';
import {
  callbackIdOf,
  CALLBACKS_MAX,
  callbackNote,
  callbackView,
  isCallbackRow,
  isOfCallback,
  nextCallbackRow,
  toCanceled,
  toRescheduled,
  withCallback,
  type CallbackView,
} from '../../domain/campaigns/callback.ts';
import { callbackTime, timeInWords, type CallbackWish } from '../../domain/campaigns/callback-time.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { DialledContact } from '../../domain/campaigns/contacts.ts';
import type { RunCallback } from '../../domain/campaigns/run-callback.ts';
import { personOf } from '../../domain/campaigns/dials-of-person.ts';
import { hasEnded, newQueuedRun, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { duplicate, missing, rejected } from '../../domain/errors.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import type { CampaignEngine } from './campaign-engine.ts';
import { callbacksOf, isCallback, lastAttempt, ownCallback, viewOf, type CallbackRun } from './callback-attempts.ts';
import { contactIn, requireCallable, zonesOfCallback } from './callback-check.ts';
import { callbackCampaign, type CallbackCampaignPorts } from './callback-campaign.ts';
import { changeRun } from './change-run.ts';
import type { ContactRulePorts } from './contact-rules.ts';
import { erasing } from './erase-contacts.ts';
import { withReached } from './person-faults.ts';
import { writeCallbacks } from './write-callbacks.ts';

interface Ports extends CallbackCampaignPorts, ContactRulePorts {
  readonly calls: Pick<CallRepository, 'find'>;
  readonly campaigns: CampaignRepository;
  readonly runs: QueuedRunRepository;
  readonly suppressions: Pick<SuppressionRepository, 'find'>;
  readonly campaignEngine: Pick<CampaignEngine, 'wake'>;
}

export interface NewCallback extends CallbackWish {
  readonly note?: string | null | undefined;
}

/** A callback, and its time as it is said to the person. */
export interface AgreedCallback extends CallbackView {
  readonly time_in_words: string;
}

/** Who is called back, by which agent if several call for the campaign, and from which number if it has a pool with it. */
type CalledBack = DialledContact & Pick<QueuedRun, 'from_number' | 'agent_id' | 'person_index'>;

const isWaiting = ({ state, callback, refusal }: CallbackRun): boolean =>
  state === 'queued' && callback.canceled_at === undefined && refusal === undefined;

/**
 * Schedules a dial of the person on a call. A callback of this call that waits is moved instead: a repeated request makes
 * no second one. Once it resolves, the callback is neither lost nor made twice, whatever process dies.
 */
export const scheduleCallback =
  (ports: Ports) =>
  async (principal: Principal, callId: string, request: NewCallback): Promise<AgreedCallback> => {
    const { calls, clock, timeZones, campaignEngine } = ports;
    const { org_id, email } = allow(principal, 'callbacks.write');
    const call = await calls.find(org_id, callId);
    if (!call) throw missing('Call');
    const run = call.queued_run_id === null ? null : await ports.runs.find(call.queued_run_id);
    const contact = contactOf(call, run);
    const { campaign, create } = await callbackCampaign(ports, call, contact, email);
    const zones = zonesOfCallback(ports, campaign, contact);
    const now = clock.now();
    const wanted = callbackTime(request, now, { zones, offsetAt: timeZones.offsetAt });
    const ownZone = (request.timezone ?? '').trim() === '' ? null : wanted.timezone;
    const callable = contactIn(campaign, contact, ownZone);
    await requireCallable(ports, campaign, callable, wanted);
    const callback: RunCallback = {
      call_id: callId,
      source: isBot(principal) ? 'tool' : 'api',
      requested_by: isBot(principal) ? (call.agent_name ?? call.agent_id) : email,
      requested_at: now.toISOString(),
      at: wanted.at.toISOString(),
      timezone: wanted.timezone,
      note: callbackNote(request.note),
    };
    // A refused request leaves no campaign behind.
    await create();
    const person = {
      ...{ ...withNote(callable, callback), from_number: knownNumber(call), agent_id: call.agent_id },
      ...(run?.campaign_id === campaign.campaign_id && { person_index: personOf(run) }),
    };
    const agreed = await movedOrNew(ports, campaign, callback, person);
    await requireCall(ports, call, agreed);
    campaignEngine.wake(org_id);
    return { ...callbackView(agreed, now), time_in_words: timeInWords(wanted, timeZones.offsetAt) };
  };

/** Lists callbacks of the active organisation: those that are not over, soonest first, or all, latest first. */
export const listCallbacks =
  ({ runs, clock }: Pick<Ports, 'runs' | 'clock'>) =>
  async (
    principal: Principal,
    page: { readonly upcoming: boolean; readonly limit: number; readonly offset: number },
  ): Promise<readonly CallbackView[]> => {
    const { org_id } = allow(principal, 'campaigns.read');
    const found = await callbacksOf({ runs }, await runs.listCallbacks(org_id, page));
    return Promise.all(found.map((run) => viewOf({ runs, clock }, run)));
  };

/** A callback of the active organisation. */
export const findCallback =
  (ports: Pick<Ports, 'runs' | 'clock'>) =>
  async (principal: Principal, callbackId: string): Promise<CallbackView> =>
    viewOf(ports, await ownCallback(ports, allow(principal, 'campaigns.read').org_id, callbackId));

/**
 * Cancels a callback that waits, also for a retry. Once it resolves, it is not dialled. One that is being dialled is not
 * canceled: `duplicate`.
 */
export const cancelCallback =
  (ports: Pick<Ports, 'runs' | 'clock' | 'campaignEngine'>) =>
  async (principal: Principal, callbackId: string): Promise<CallbackView> => {
    const { runs, clock, campaignEngine } = ports;
    const { org_id, email } = allow(principal, 'callbacks.write');
    const canceled = await retryOnConflict('The callback kept changing. Try again.', async () => {
      const own = await ownCallback(ports, org_id, callbackId);
      const last = await lastAttempt(ports, own);
      if (last.callback.canceled_at !== undefined) return { own, last };
      if (!isWaiting(last)) throw duplicate(`The callback cannot be canceled: it ${stageOf(last)}`);
      const changed = await runs.change(last, toCanceled(last.callback, email, clock.now()));
      return changed ? { own, last: changed } : 'again';
    });
    campaignEngine.wake(org_id);
    return callbackView(canceled.own, clock.now(), canceled.last);
  };

/** How far a callback is that does not wait. A refusal is stored before it counts. */
function stageOf(run: QueuedRun): string {
  if (run.state === 'queued' && run.refusal) return 'has just been refused';
  return hasEnded(run) ? 'has been made' : 'is being made';
}

/** Erases a callback if its call is gone: an erasure of the number may have ended before the callback was written. */
async function requireCall(
  { calls, runs, clock }: Ports,
  { org_id, call_id }: CallLog,
  run: CallbackRun,
): Promise<void> {
  if (await calls.find(org_id, call_id)) return;
  await changeRun(runs, run.queued_run_id, (seen) => erasing(seen, run.phone_number, clock.now()));
  throw missing('Call');
}

/** The person on a call, with the variables of its contact: without those that a callback before this one had. */
function contactOf(call: CallLog, run: QueuedRun | null): DialledContact {
  const number = callerNumber(call);
  if (number === null) throw rejected('The call has no telephone number to call back');
  const variables = run?.context_variables ?? call.custom_variables;
  const isAgain = run !== null && isCallbackRow(run.contact_index);
  const texts = Object.entries(variables).filter(
    (each): each is [string, string] => typeof each[1] === 'string' && !(isAgain && isOfCallback(each[0])),
  );
  return { phone_number: number, context_variables: Object.fromEntries(texts) };
}

/** The number that the person knows: where it was called from, or what it called. */
const knownNumber = ({ call_type, from_number, to_number }: CallLog): string =>
  call_type === 'inbound' ? to_number : from_number;

const withNote = ({ phone_number, context_variables }: DialledContact, { note, at }: RunCallback): DialledContact => ({
  phone_number,
  context_variables: { ...context_variables, callback_at: at, ...(note !== null && { callback_note: note }) },
});

/** Moves the callback of the call that waits, or adds one. */
function movedOrNew(
  ports: Ports,
  { org_id, campaign_id }: Campaign,
  callback: RunCallback,
  contact: CalledBack,
): Promise<CallbackRun> {
  const { campaigns, clock } = ports;
  return retryOnConflict('The campaign kept changing. Try again.', async () => {
    const record = await campaigns.find(org_id, campaign_id);
    if (!record) throw missing('Campaign');
    // Runs are read after the record: one that it does not list as unwritten any more is found.
    await writeCallbacks(ports, record);
    const { last, nth } = await lastOf(ports, callback.call_id);
    if (last && !isOver(last)) return moved(ports, record, last, callback, contact);
    // Of a call outside campaigns: that of its first callback.
    const person = contact.person_index ?? (last?.campaign_id === campaign_id ? personOf(last) : undefined);
    const agreed = await withReached(ports, record, callback, person, null);
    const called = person === undefined ? contact : { ...contact, person_index: person };
    const run = newRun(record, callbackIdOf(callback.call_id, nth), agreed, called, clock.now());
    const counted = await campaigns.change(record, withCallback(record, run, clock.now()));
    // It has changed, also because its callbacks were written.
    if (!counted) return 'again';
    await writeCallbacks(ports, counted);
    return run;
  });
}

const isOver = (run: CallbackRun): boolean => hasEnded(run) || run.callback.canceled_at !== undefined;

/** Moves a callback that waits. One that is being made is not moved. */
async function moved(
  ports: Ports,
  record: CampaignRecord,
  seen: CallbackRun,
  callback: RunCallback,
  { context_variables }: DialledContact,
): Promise<CallbackRun | 'again'> {
  if (!isWaiting(seen)) throw duplicate(`The callback of this call ${stageOf(seen)}`);
  const agreed = await withReached(ports, record, callback, personOf(seen), seen.contact_index);
  const changed = await ports.runs.change(seen, toRescheduled(agreed, context_variables, ports.clock.now()));
  return isCallback(changed) ? changed : 'again';
}

/** The latest callback of a call, and the number of the next one. */
async function lastOf({ runs }: Ports, callId: string): Promise<{ last: CallbackRun | null; nth: number }> {
  const ids = Array.from({ length: CALLBACKS_MAX }, (_, index) => callbackIdOf(callId, index + 1));
  const found = new Map((await runs.findMany(ids)).map((run) => [run.queued_run_id, run]));
  const free = ids.findIndex((id) => !found.has(id));
  if (free < 0) throw rejected(`A call has at most ${CALLBACKS_MAX} callbacks`);
  const last = free === 0 ? null : (found.get(ids[free - 1]!) ?? null);
  return { last: isCallback(last) ? last : null, nth: free + 1 };
}

const newRun = (
  record: CampaignRecord,
  runId: string,
  callback: RunCallback,
  contact: CalledBack,
  now: Date,
): CallbackRun => ({
  ...newQueuedRun(
    {
      queued_run_id: runId,
      campaign_id: record.campaign.campaign_id,
      org_id: record.campaign.org_id,
      contact_index: nextCallbackRow(record),
      ...contact,
      attempt: 0,
      not_before: callback.at,
    },
    now,
  ),
  callback,
  callback_org: record.campaign.org_id,
  callback_at: callback.at,
});
