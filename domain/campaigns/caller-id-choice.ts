import { numberNearness } from '../telephony/number-nearness.ts';
import { isResting, type NumberRest } from '../telephony/number-rest.ts';
import type { CallerIdPool } from './caller-id-pool.ts';
import { callerIdState, type CallerIds, type CallerIdState } from './caller-id-state.ts';

/** The numbers that the organisation has at the carrier, each with its rest. */
export type OwnNumbers = ReadonlyMap<string, NumberRest | null>;

/** Who is called, from which number before, and which one was chosen for a dial that was not sent. */
export interface CalledContact {
  readonly phone_number: string;
  readonly called_from?: string;
  readonly from_number?: string | null;
}

/** A number that may be chosen. */
interface Candidate {
  readonly number: string;
  readonly turn: number;
}

/** How many dials the numbers of a pool allow now, or when they allow one. */
export type CallerIdCapacity =
  | { readonly dials: number }
  /** Infinity: until the pool or the organisation's numbers change. */
  | { readonly waitMs: number };

/** Numbers of which a campaign keeps the state: those of its pool, and others that it called from. */
const KEPT_MAX = 100;

/** How many dials the numbers of a pool allow now. With an interval, one from each number. */
export function callerIdCapacity(
  pool: CallerIdPool,
  callerIds: CallerIds,
  own: OwnNumbers,
  now: Date,
): CallerIdCapacity {
  const waits = pool.numbers.flatMap((number) => waitOf(number, pool, callerIds, own, now) ?? []);
  const free = waits.filter((ms) => ms === 0).length;
  if (free === 0) return { waitMs: Math.min(...waits) };
  return { dials: pool.min_interval_seconds > 0 ? free : Infinity };
}

/** How long a number may not be dialled from, in ms. Null: it is none of the organisation's. */
function waitOf(number: string, pool: CallerIdPool, callerIds: CallerIds, own: OwnNumbers, now: Date): number | null {
  if (!own.has(number)) return null;
  const state = callerIdState(callerIds, number);
  const intervalMs = intervalLeft(pool, state, now);
  if (pool.min_answer_rate === null) return intervalMs;
  return Math.max(intervalMs, restLeft(state.rest, now), restLeft(own.get(number), now));
}

const restLeft = (rest: NumberRest | null | undefined, now: Date): number =>
  isResting(rest, now) ? Date.parse(rest.until) - now.getTime() : 0;

/** A dial in the future stems from a clock that was set back, and holds nothing up. */
function intervalLeft({ min_interval_seconds }: CallerIdPool, { dialled_at }: CallerIdState, now: Date): number {
  const agoMs = now.getTime() - dialled_at;
  return agoMs < 0 ? 0 : Math.max(0, min_interval_seconds * 1_000 - agoMs);
}

/** The numbers that these contacts are called from now, in their order, and the state after that. Null: too few may be used. */
export function assignCallerIds(
  pool: CallerIdPool,
  callerIds: CallerIds,
  own: OwnNumbers,
  contacts: readonly CalledContact[],
  now: Date,
): { readonly numbers: readonly string[]; readonly callerIds: CallerIds } | null {
  const numbers: string[] = [];
  let state = callerIds;
  let turn = Math.max(0, ...Object.values(callerIds).map((each) => each.turn));
  for (const contact of contacts) {
    const candidates = pool.numbers
      .filter((number) => waitOf(number, pool, state, own, now) === 0)
      .map((number) => ({ number, turn: callerIdState(state, number).turn }));
    const number = chooseCallerId(pool, candidates, contact);
    if (number === null) return null;
    turn += 1;
    numbers.push(number);
    state = { ...state, [number]: { ...callerIdState(state, number), turn, dialled_at: now.getTime() } };
  }
  return { numbers, callerIds: keptOf(pool, state) };
}

/**
 * The number that a contact is called from: the one it was called from before, so that it knows the number. Else, with local
 * presence, one of those nearest to the contact's number. Of several, the one whose last dial is longest ago.
 */
export function chooseCallerId(
  { local_presence }: Pick<CallerIdPool, 'local_presence'>,
  candidates: readonly Candidate[],
  { phone_number, called_from, from_number }: CalledContact,
): string | null {
  const known = [called_from, from_number].find((each) => candidates.some(({ number }) => number === each));
  if (typeof known === 'string') return known;
  const ranked = candidates.map((each) => ({
    ...each,
    nearness: local_presence ? numberNearness(each.number, phone_number) : 0,
  }));
  const [first] = ranked.toSorted((a, b) => b.nearness - a.nearness || a.turn - b.turn);
  return first?.number ?? null;
}

/** The state of the pool's numbers, and of as many others as there is room for, those called from last. */
function keptOf({ numbers }: CallerIdPool, callerIds: CallerIds): CallerIds {
  const all = Object.entries(callerIds);
  const inPool = all.filter(([number]) => numbers.includes(number));
  const others = all.filter(([number]) => !numbers.includes(number)).toSorted(([, a], [, b]) => b.turn - a.turn);
  return Object.fromEntries([...inPool, ...others.slice(0, KEPT_MAX - inPool.length)]);
}
