import { assumedByMinute, drawCall, type AssumedOutcome, type CallAssumptions } from './call-assumptions.ts';
import { dialCapReached, isCapped, withDial, type CountedDial, type DialCaps } from './dial-caps.ts';
import type { DialDeferral } from './dial-deferral.ts';
import { EventHeap } from './event-heap.ts';
import { afterDialling, waitForDial, type RecentDials } from './pacing.ts';
import type { DialRefusal, RefusalReason } from './refusal.ts';
import { nextAttempt, type RetryConfig } from './retry-policy.ts';
import type { Draws } from './seeded-draws.ts';
import { WaitingContacts } from './waiting-contacts.ts';

/** A contact of a forecast. Contacts of a class have the same consent and the same hours. */
export interface ForecastContact {
  readonly classId: number;
  /** Attempts so far. */
  readonly attempt: number;
  /** When it may be dialled, in ms since the epoch. Null: at once. */
  readonly notBefore: number | null;
  /** Dials of its number that count for caps. */
  readonly dials: readonly CountedDial[];
}

/** What a forecast rests on. The rules are those that the dial itself is decided by. */
export interface ForecastRules {
  readonly start: Date;
  /** Concurrent calls. */
  readonly slots: number;
  readonly ratePerSecond: number;
  /** Least time between two dials of the carrier's account, in ms. */
  readonly spacingMs: number;
  readonly retry: RetryConfig;
  readonly caps: DialCaps;
  readonly assumptions: CallAssumptions;
  /** Why contacts of a class may not be dialled, or null. */
  faultOf(classId: number, at: Date): DialDeferral | DialRefusal | null;
  /** The minute of the day at contacts of a class. Asked where assumptions depend on the hour. */
  minuteOf(classId: number, at: Date): number;
  /** When the campaign is open from a time on. Null: never. */
  opensFrom(at: Date): Date | null;
  readonly draw: Draws;
}

/** How a campaign is expected to go. */
export interface CampaignForecast {
  /** The first dial, in ms since the epoch. Null: there is none. */
  beginsAt: number | null;
  /** The end of the last call. Null: it does not end. */
  endsAt: number | null;
  dials: number;
  /** Contacts that are dialled at least once. */
  contacts: number;
  /** Contacts that a person answers. */
  reached: number;
  readonly outcomes: Record<AssumedOutcome, number>;
  /** Contacts that are refused in the course of the campaign. */
  readonly refused: Partial<Record<RefusalReason, number>>;
  /** Contacts that are still to be dialled when the longest time of a forecast is over, or that never may be. */
  unfinished: number;
  /** Answered calls by their length in whole seconds, as carriers charge them. */
  readonly answeredSeconds: Map<number, number>;
  /** Conversations with persons and machines together. */
  talkSeconds: number;
}

/** Longest forecast. */
const LONGEST_MS = 366 * 86_400_000;
/** Steps between two pauses. A step takes some microseconds, or nearly a millisecond where a class of contacts is judged. */
const STEPS = 20;

/**
 * Plays a campaign in the order in which the engine dials, with drawn calls. Offers a pause every few steps, so that others
 * can run: the last value is the forecast.
 */
export function* forecastCampaign(
  rules: ForecastRules,
  contacts: Iterable<ForecastContact>,
  count: number,
): Generator<void, CampaignForecast> {
  const play = new ForecastPlay(rules, count);
  let steps = 0;
  for (const contact of contacts) {
    play.add(contact);
    if ((steps += 1) % STEPS === 0) yield;
  }
  while (play.step()) if ((steps += 1) % STEPS === 0) yield;
  return play.forecast;
}

class ForecastPlay {
  readonly #rules: ForecastRules;
  readonly #waiting: WaitingContacts;
  /** Contacts with a time of their own: retries, and numbers that reached a cap. */
  readonly #delayed = new EventHeap();
  readonly #classOf: Int32Array;
  readonly #attempts: Uint8Array;
  readonly #dialled: Uint8Array;
  /** Dials of numbers that a cap may still stop. */
  readonly #dials = new Map<number, readonly CountedDial[]>();
  readonly #isCapped: boolean;
  /** What is assumed at each minute of the day, where that differs. */
  readonly #byMinute: readonly CallAssumptions[] | null;
  readonly #until: number;
  /** Ends of the calls under way. */
  #busyUntil: number[] = [];
  #recent: RecentDials = [];
  #lastDial = -Infinity;
  #openUntil = -Infinity;
  #lastEnd = -Infinity;
  #now: number;
  #added = 0;
  readonly forecast: CampaignForecast = {
    ...{ beginsAt: null, endsAt: null, dials: 0, contacts: 0, reached: 0, unfinished: 0, talkSeconds: 0 },
    outcomes: { answered: 0, voicemail: 0, busy: 0, failed: 0, no_answer: 0 },
    refused: {},
    answeredSeconds: new Map(),
  };

  constructor(rules: ForecastRules, count: number) {
    this.#rules = rules;
    this.#waiting = new WaitingContacts(count);
    this.#classOf = new Int32Array(count);
    this.#attempts = new Uint8Array(count);
    this.#dialled = new Uint8Array(count);
    this.#isCapped = isCapped(rules.caps);
    this.#byMinute = rules.assumptions.hours ? assumedByMinute(rules.assumptions) : null;
    this.#now = rules.start.getTime();
    this.#until = this.#now + LONGEST_MS;
  }

  add({ classId, attempt, notBefore, dials }: ForecastContact): void {
    const contact = this.#added;
    this.#added += 1;
    this.#classOf[contact] = classId;
    this.#attempts[contact] = attempt;
    if (this.#isCapped && dials.length > 0) this.#dials.set(contact, dials);
    if (notBefore === null) this.#waiting.add(contact, classId);
    else this.#delayed.push(notBefore, contact);
  }

  /** Advances to the next decision. False: the campaign is over. */
  step(): boolean {
    const { forecast } = this;
    const left = this.#waiting.size + this.#delayed.size;
    if (left === 0) forecast.endsAt = Math.max(this.#lastEnd, this.#now);
    else if (this.#now > this.#until || !this.#isOpenOrWaits()) forecast.unfinished = left;
    else return this.#dialNext();
    return false;
  }

  /** Waits until the campaign is open. False: it never is. */
  #isOpenOrWaits(): boolean {
    if (this.#now < this.#openUntil) return true;
    const opens = this.#rules.opensFrom(new Date(this.#now));
    if (opens === null) return false;
    this.#now = Math.max(this.#now, opens.getTime());
    this.#openUntil = minuteAfter(this.#now);
    return true;
  }

  #dialNext(): true {
    const readyAt = this.#readyAt();
    if (readyAt > this.#now) this.#now = readyAt;
    else if (this.#delayed.nextTime <= this.#now) this.#decide(this.#delayed.pop()!);
    else this.#dialWaiting();
    return true;
  }

  /** When there are a slot and a share of the dial rates. */
  #readyAt(): number {
    const { slots, ratePerSecond, spacingMs } = this.#rules;
    const [now, paced] = [this.#now, this.#lastDial + spacingMs];
    this.#busyUntil = this.#busyUntil.filter((end) => end > now);
    const slot = this.#busyUntil.length < slots ? now : Math.min(...this.#busyUntil);
    return Math.max(slot, paced, now + waitForDial(this.#recent, ratePerSecond, now));
  }

  /** Dials the first waiting contact of an open class, or waits for the next event. */
  #dialWaiting(): void {
    const classId = this.#waiting.nextClass(this.#now);
    if (classId === null) {
      this.#now = Math.min(this.#waiting.opensAt, this.#delayed.nextTime);
      return;
    }
    const fault = this.#rules.faultOf(classId, new Date(this.#now));
    if (fault !== null && 'until' in fault) this.#waiting.close(this.#later(fault));
    else this.#decide(this.#waiting.take());
  }

  #decide(contact: number): void {
    const now = new Date(this.#now);
    const fault = this.#rules.faultOf(this.#classOf[contact]!, now);
    if (fault !== null && !('until' in fault)) return this.#refuse(contact, fault.reason);
    const later = fault ?? this.#capReached(contact, now);
    if (later) this.#delayed.push(this.#later(later), contact);
    else this.#dial(contact, now);
  }

  /** Time passes in any case. */
  #later = ({ until }: { readonly until: string }): number => Math.max(Date.parse(until), this.#now + 1);

  #refuse(contact: number, reason: RefusalReason): void {
    this.forecast.refused[reason] = (this.forecast.refused[reason] ?? 0) + 1;
    this.#dials.delete(contact);
  }

  #capReached(contact: number, now: Date): { readonly until: string } | null {
    if (!this.#isCapped) return null;
    return dialCapReached(this.#dials.get(contact) ?? [], this.#dialId(contact), this.#rules.caps, now);
  }

  #dialId = (contact: number): string => `${contact} ${this.#attempts[contact]}`;

  #dial(contact: number, now: Date): void {
    const { retry, draw } = this.#rules;
    const attempt = this.#attempts[contact]!;
    const call = drawCall(this.#assumedFor(contact, now), attempt > 0, draw);
    const end = this.#now + call.ringMs + call.talkMs;
    this.#count(contact, call.outcome, call.talkMs, end);
    const stayedSeconds = call.outcome === 'answered' ? call.talkMs / 1_000 : null;
    const next = nextAttempt(retry, call.outcome, attempt, new Date(end), stayedSeconds);
    if (next === null) this.#dials.delete(contact);
    else {
      if (this.#isCapped)
        this.#dials.set(contact, withDial(this.#dials.get(contact) ?? [], this.#dialId(contact), now));
      this.#attempts[contact] = attempt + 1;
      this.#delayed.push(next.getTime(), contact);
    }
  }

  #assumedFor(contact: number, now: Date): CallAssumptions {
    const { assumptions, minuteOf } = this.#rules;
    return this.#byMinute?.[minuteOf(this.#classOf[contact]!, now)] ?? assumptions;
  }

  #count(contact: number, outcome: AssumedOutcome, talkMs: number, end: number): void {
    const { forecast } = this;
    forecast.beginsAt ??= this.#now;
    forecast.dials += 1;
    forecast.contacts += this.#dialled[contact] === 0 ? 1 : 0;
    forecast.outcomes[outcome] += 1;
    forecast.reached += outcome === 'answered' ? 1 : 0;
    this.#dialled[contact] = 1;
    if (talkMs > 0) {
      const seconds = Math.ceil(talkMs / 1_000);
      forecast.answeredSeconds.set(seconds, (forecast.answeredSeconds.get(seconds) ?? 0) + 1);
      forecast.talkSeconds += talkMs / 1_000;
    }
    this.#lastEnd = Math.max(this.#lastEnd, end);
    this.#busyUntil.push(end);
    this.#lastDial = this.#now;
    this.#recent = afterDialling(this.#recent, 1, this.#now);
  }
}

const MINUTE_MS = 60_000;

/** A schedule opens and closes at whole minutes. */
const minuteAfter = (ms: number): number => (Math.floor(ms / MINUTE_MS) + 1) * MINUTE_MS;
