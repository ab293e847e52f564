import type { Carrier, DialRequest, FoundCall } from '../../application/ports/carrier.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { CallPatch, CallResponse } from '../../domain/calls/call-log.ts';
import { unavailable } from '../../domain/errors.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { Chance } from './chance.ts';

/** A call that the carrier really made. */
export interface Entry {
  readonly callId: string;
  readonly to: string;
  readonly from: string;
  /** When it was asked for, in monotonic milliseconds and by the clock on the wall. */
  readonly at: number;
  readonly wall: Date;
  readonly outcome: CallResponse;
  readonly endsAt: number;
  /** Whether the store had it written down that this was to be dialled. */
  readonly isIntended: boolean;
}

/** How often each thing goes wrong. */
export interface Mood {
  readonly throttle: number;
  readonly account: number;
  readonly badNumber: number;
  /** Nothing was dialled, and the response is lost. */
  readonly deaf: number;
  /** It was dialled, and the answer got lost. */
  readonly mute: number;
  /** Callbacks that never come, and those that come again. */
  readonly drop: number;
  readonly repeat: number;
  /** Lookups that fail. */
  readonly blind: number;
}

export const CALM: Mood = { throttle: 0, account: 0, badNumber: 0, deaf: 0, mute: 0, drop: 0, repeat: 0, blind: 0 };

const OUTCOMES = ['answered', 'answered', 'answered', 'busy', 'no_answer', 'voicemail', 'declined', 'failed'] as const;

const STATUS = {
  answered: 'completed',
  voicemail: 'completed',
  busy: 'busy',
  declined: 'busy',
  no_answer: 'no_answer',
  failed: 'failed',
} as const;

/** Times of ringing and talking, in ms. Some calls end before their first report. */
const LONGEST_CALL_MS = 70_000;
const SHORTEST_CALLS_MS = 100;
/** So much later a callback may come that was to come at once. In milliseconds. */
const LATEST_MS = 30_000;

/** What a carrier asks of the world around it. */
export interface CarrierWorld {
  readonly clock: Clock;
  readonly chance: Chance;
  isIntended(callId: string): boolean;
  /** Delivers a webhook. */
  report(entry: Entry, patch: CallPatch): void;
}

/** A carrier with an exact ledger of its dials and configurable unreliability. */
export class LedgerCarrier implements Pick<
  Carrier,
  'provider' | 'abilities' | 'pacing' | 'dial' | 'lookUp' | 'hangUp'
> {
  readonly provider = 'plivo';
  readonly ledger: Entry[] = [];
  /** The first line of each call. */
  readonly #byCall = new Map<string, Entry>();
  readonly abilities: Carrier['abilities'];
  readonly pacing: Carrier['pacing'];
  mood: Mood = CALM;
  readonly #world: CarrierWorld;

  /** An account that may dial so often a second; null: as often as anybody likes. */
  constructor(world: CarrierWorld, dialsPerSecond: number | null) {
    this.#world = world;
    this.pacing =
      dialsPerSecond === null ? null : { account: 'account', rate: { dials: dialsPerSecond, perMs: 1_000 } };
    const lookUp = world.chance.pick(['by_call', 'by_sid', 'none'] as const);
    this.abilities = { idempotencyMs: 0, lookUp, detectsMachines: true, transfers: 'none' };
  }

  async dial(request: DialRequest): Promise<{ sid: string }> {
    const { mood } = this;
    const { chance } = this.#world;
    if (chance.happens(mood.throttle)) throw new CarrierFailure('Slow down', { status: 429 });
    if (chance.happens(mood.account)) throw new CarrierFailure('Not so', { status: chance.pick([401, 402, 403]) });
    if (chance.happens(mood.badNumber))
      throw new CarrierFailure('No such number', { status: 400, response: 'invalid_number' });
    if (chance.happens(mood.deaf)) throw unavailable('The carrier does not answer');
    this.#accept(request);
    if (!chance.happens(mood.mute)) return { sid: `sid ${request.callId}` };
    throw chance.happens(0.5) ? unavailable('The answer got lost') : new CarrierFailure('Bad gateway', { status: 502 });
  }

  async lookUp({ callId, sid }: { callId: string; sid: string | null }): Promise<FoundCall | null | 'unknown'> {
    const { chance, clock } = this.#world;
    if (chance.happens(this.mood.blind)) throw unavailable('The carrier does not answer');
    if (this.abilities.lookUp === 'none' || (this.abilities.lookUp === 'by_sid' && sid === null)) return 'unknown';
    const entry = this.#byCall.get(callId);
    if (!entry) return null;
    const isOver = clock.monotonic() >= entry.endsAt;
    return {
      sid: `sid ${callId}`,
      status: isOver ? STATUS[entry.outcome as keyof typeof STATUS] : 'ringing',
      response: isOver ? entry.outcome : null,
      isAnswered: false,
      cause: null,
    };
  }

  async hangUp(): Promise<void> {}

  #accept({ callId, to, from }: DialRequest): void {
    const { chance, clock, isIntended } = this.#world;
    const at = clock.monotonic();
    const lastsMs = chance.between(0, chance.happens(0.2) ? SHORTEST_CALLS_MS : LONGEST_CALL_MS);
    const outcome = chance.pick(OUTCOMES);
    const facts = { callId, to, from, at, wall: clock.now(), outcome, endsAt: at + lastsMs };
    const entry = { ...facts, isIntended: isIntended(callId) };
    this.ledger.push(entry);
    if (!this.#byCall.has(callId)) this.#byCall.set(callId, entry);
    // Progress reports may arrive after the end.
    if (chance.happens(0.5)) this.#callBack(entry, chance.between(0, lastsMs), { status: 'ringing' });
    if (outcome === 'answered' || outcome === 'voicemail')
      this.#callBack(entry, chance.between(0, lastsMs), { status: 'in_progress' });
    if (!chance.happens(this.mood.drop)) this.#callBack(entry, lastsMs, ending(outcome));
  }

  #callBack(entry: Entry, ms: number, patch: CallPatch): void {
    const { chance, clock, report } = this.#world;
    const deliver = (): void => report(entry, dated(patch, clock.now()));
    clock.after(ms, deliver);
    while (chance.happens(this.mood.repeat)) clock.after(ms + chance.between(0, LATEST_MS), deliver);
  }
}

const ending = (outcome: keyof typeof STATUS): CallPatch => ({ status: STATUS[outcome], call_response: outcome });

/** An end says when it was. */
const dated = (patch: CallPatch, now: Date): CallPatch =>
  patch.call_response === undefined ? patch : { ...patch, end_time_utc: now.toISOString() };
