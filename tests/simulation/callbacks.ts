import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { isRefusal } from '../../domain/campaigns/refusal.ts';
import type { Chance } from './chance.ts';
import type { Entry } from './ledger-carrier.ts';
import type { Process } from './process.ts';
import { orgOf } from './surroundings.ts';

/** A callback of a call. Times are in monotonic milliseconds. */
export interface SimulatedCallback {
  readonly orgId: string;
  readonly callId: string;
  /** Its id and its time on the wall, once they were answered. */
  readonly agreed: { readonly id: string; readonly at: Date; readonly requested: number; readonly answered: number }[];
  /** When times were requested that may or may not have been taken. */
  readonly requested: number[];
  /** When it was to be canceled, and when that was answered, for which id in which campaign. */
  cancelRequested: number;
  canceled: number;
  canceledId: string;
  canceledIn: string;
}

/** What a simulation gives to those who ask for callbacks. */
interface World {
  readonly chance: Chance;
  now(): number;
  ask(what: (process: Process) => Promise<unknown>): void;
}

const LONGEST_MINUTES = 8;

/** Members who ask for callbacks, move and cancel them, again and again. */
export class CallbackMakers {
  readonly all: SimulatedCallback[] = [];
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
  }

  /** One of these calls is to be called back, or a callback is moved or canceled. */
  meddle(ledger: readonly Entry[]): void {
    const { happens, pick } = this.#world.chance;
    if (ledger.length > 0 && happens(0.06)) this.#schedule(pick(ledger));
    if (this.all.length > 0 && happens(0.02)) this.#cancel(pick(this.all));
  }

  #schedule({ callId, from }: Entry): void {
    const { chance, now, ask } = this.#world;
    const orgId = orgOf(from);
    const known = this.all.find((each) => each.callId === callId);
    const made = known ?? {
      orgId,
      callId,
      agreed: [],
      requested: [],
      cancelRequested: Infinity,
      canceled: Infinity,
      canceledId: '',
      canceledIn: '',
    };
    if (!known) this.all.push(made);
    // Afterwards it would be another one.
    if (made.cancelRequested < Infinity) return;
    const minutes = chance.between(1, LONGEST_MINUTES);
    const requestedAt = now();
    made.requested.push(requestedAt);
    ask(async (process) => {
      const { callback_id: id, at } = await process.schedule(orgId, callId, minutes);
      made.agreed.push({ id, at: new Date(at), requested: requestedAt, answered: now() });
    });
  }

  #cancel(callback: SimulatedCallback): void {
    const [agreed] = callback.agreed;
    if (!agreed) return;
    // One that was requested before may become another one afterwards.
    callback.canceledId = agreed.id;
    callback.cancelRequested = Math.min(callback.cancelRequested, this.#world.now());
    this.#world.ask(async (process) => {
      const { campaign_id } = await process.cancel(callback.orgId, agreed.id);
      if (callback.canceled < Infinity) return;
      callback.canceled = this.#world.now();
      callback.canceledIn = campaign_id;
    });
  }
}

/** A dial that was made, and its run. */
interface CallbackDial extends Entry {
  readonly call: { readonly custom_variables: Readonly<Record<string, unknown>> };
  readonly run: QueuedRun | undefined;
}

/** The runs of callbacks, but for those of campaigns that were removed. */
export const lostCallbacks = (
  callbacks: readonly SimulatedCallback[],
  runs: readonly QueuedRun[],
  isRemoved: (run: string) => boolean,
): string[] =>
  callbacks.flatMap(({ agreed, cancelRequested }) =>
    [...new Set(agreed.map(({ id }) => id))].flatMap((id) => {
      const run = runs.find(({ queued_run_id }) => queued_run_id === id);
      if (!run) return isRemoved(id) ? [] : [`${id} is gone`];
      if (run.state !== 'done') return [`${id} is ${run.state}`];
      const isUndialled = run.outcome === 'canceled' && run.callback?.canceled_at !== undefined;
      return isUndialled && cancelRequested === Infinity ? [`${id} was canceled without a request`] : [];
    }),
  );

/** Callbacks that were made before their time, after they were canceled, or without the conversation before. */
export const wrongCallbacks = (callbacks: readonly SimulatedCallback[], dials: readonly CallbackDial[]): string[] =>
  dials.flatMap(({ at, wall, call, run }) => {
    if (!run?.callback) return [];
    const id = run.queued_run_id;
    const known = callbacks.find(({ agreed }) => agreed.some((each) => each.id === id));
    const isInformed = call.custom_variables['earlier_call'] === run.callback.call_id;
    return [
      ...(isInformed ? [] : [`${id} without the conversation`]),
      // Of a campaign that was removed, the next callback of the call has the same id.
      ...(known && known.canceledId === id && known.canceledIn === run.campaign_id && known.canceled <= at
        ? [`${id} at ${at}, canceled at ${known.canceled}`]
        : []),
      ...(known && isEarly(known, at, wall) ? [`${id} at ${wall.toISOString()}`] : []),
    ];
  });

/** Whether no time that may have been in force then had come. An unanswered wish may have changed it. */
function isEarly({ agreed, requested }: SimulatedCallback, at: number, wall: Date): boolean {
  const answered = agreed.filter((each) => each.answered <= at);
  const last = Math.max(...answered.map((each) => each.requested));
  const isOpen = requested.some(
    (each) => each <= at && each >= last && !answered.some((one) => one.requested === each),
  );
  const inForce = agreed.filter((each) => each.requested <= at && each.answered >= last);
  return answered.length > 0 && !isOpen && inForce.every((each) => each.at > wall);
}

/** Whether a run is a callback and none of its retries, which are of the same contact. */
export const isCallback = ({ callback, attempt }: QueuedRun): boolean => callback !== undefined && attempt === 0;

/** Whether a run that was not dialled ended as it had to: refused, or canceled as a callback. */
export const isUndialledEnd = ({ outcome, callback }: QueuedRun): boolean =>
  outcome !== null && (isRefusal(outcome) || (outcome === 'canceled' && callback?.canceled_at !== undefined));
