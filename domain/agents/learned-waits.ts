import type { CallerPause } from '../calls/call-metrics.ts';
import { waitForLook } from '../voice/end-of-turn-waits.ts';
import type { AgentEndpointing, EndpointingWait } from './endpointing.ts';

/** What an answer into a pause costs, in ms of waiting after a real end. */
export const CUT_OFF_COST_MS = 2_000;
/** Pauses of one language and look from which a wait is learned. */
export const LEARNED_FROM_MIN = 20;
/** Waits that are considered, in ms. */
const STEP_MS = 100;
const LONGEST_MS = 3_000;
/** A proposal has to save this share of the cost. */
const GAIN_MIN = 0.1;
/** Every third call is held out: the proposals are not learned from it. */
const VALIDATION_EVERY = 3;

/** What some waits do to some pauses. */
export interface WaitEffect {
  /** Pauses within turns, and those that the agent would have answered into. */
  readonly pauses_within_turns: number;
  readonly cut_offs: number;
  /** Real ends of turns, and the average wait after them beyond the endpointing delay. */
  readonly ends: number;
  readonly avg_wait_ms: number;
}

/** A wait that fits the pauses of an agent's calls better than its present one. */
export interface ProposedWait extends EndpointingWait {
  readonly current_ms: number;
  /** What it was learned from. */
  readonly ends: number;
  readonly pauses_within_turns: number;
}

export interface ProposedWaits {
  readonly calls: number;
  readonly held_out_calls: number;
  readonly waits: readonly ProposedWait[];
  /** On the calls that were held out. */
  readonly effect: { readonly current: WaitEffect; readonly proposed: WaitEffect };
}

type Group = Pick<EndpointingWait, 'language' | 'look'>;
type WaitOf = (pause: CallerPause) => number;

/**
 * Learns waits from the pauses of calls: for each language and look, the wait with the least cost. It must cost clearly less
 * than the present one, on the calls that it was learned from and on others.
 */
export function learnWaits(
  calls: readonly (readonly CallerPause[])[],
  endpointing: AgentEndpointing | undefined,
): ProposedWaits {
  const isForValidation = (index: number): boolean => index % VALIDATION_EVERY === VALIDATION_EVERY - 1;
  const learned = calls.filter((_, index) => !isForValidation(index)).flat();
  const validation = calls.filter((_, index) => isForValidation(index));
  const judged = validation.flat();
  const current = currentWaits(endpointing);
  const waits = groupsOf(learned).flatMap((group) => {
    const proposal = proposedWait(group, learned.filter(isOf(group)), current);
    return proposal && !isWorse(proposal, judged.filter(isOf(group)), current) ? [proposal] : [];
  });
  const proposed: WaitOf = (pause) => waits.find((wait) => isOf(wait)(pause))?.wait_ms ?? current(pause);
  return {
    calls: calls.length,
    held_out_calls: validation.length,
    waits,
    effect: { current: effectOf(judged, current), proposed: effectOf(judged, proposed) },
  };
}

function currentWaits(endpointing: AgentEndpointing | undefined): WaitOf {
  const waits = endpointing?.waits.map(({ language, look, wait_ms }) => ({ language, look, waitMs: wait_ms }));
  return ({ look, language }) => waitForLook(waits, look, language);
}

const isOf =
  (group: Group) =>
  ({ language, look }: CallerPause): boolean =>
    language === group.language && look === group.look;

function groupsOf(pauses: readonly CallerPause[]): Group[] {
  const groups = new Map(pauses.map(({ language, look }) => [`${language} ${look}`, { language, look }]));
  return [...groups.values()].toSorted((one, other) =>
    `${one.language} ${one.look}`.localeCompare(`${other.language} ${other.look}`),
  );
}

function proposedWait(group: Group, pauses: readonly CallerPause[], current: WaitOf): ProposedWait | null {
  const [first] = pauses;
  if (!first || pauses.length < LEARNED_FROM_MIN) return null;
  const candidates = Array.from({ length: LONGEST_MS / STEP_MS + 1 }, (_, step) => step * STEP_MS);
  const costs = candidates.map((wait_ms) => ({ wait_ms, cost: costOf(pauses, () => wait_ms) }));
  const best = costs.reduce((least, each) => (each.cost < least.cost ? each : least));
  const now = costOf(pauses, current);
  if (best.cost > now * (1 - GAIN_MIN)) return null;
  const { ends, pauses_within_turns } = effectOf(pauses, current);
  return { ...group, wait_ms: best.wait_ms, current_ms: current(first), ends, pauses_within_turns };
}

const isWorse = ({ wait_ms }: ProposedWait, judged: readonly CallerPause[], current: WaitOf): boolean =>
  costOf(judged, () => wait_ms) > costOf(judged, current);

const isCut = ({ pause_ms, endpointing_ms }: CallerPause, waitMs: number): boolean =>
  pause_ms !== null && pause_ms > endpointing_ms + waitMs;

const costOf = (pauses: readonly CallerPause[], waitOf: WaitOf): number =>
  pauses.reduce((cost, pause) => {
    if (pause.pause_ms === null) return cost + waitOf(pause);
    return isCut(pause, waitOf(pause)) ? cost + CUT_OFF_COST_MS : cost;
  }, 0);

function effectOf(pauses: readonly CallerPause[], waitOf: WaitOf): WaitEffect {
  const ends = pauses.filter(({ pause_ms }) => pause_ms === null);
  const waited = ends.reduce((sum, pause) => sum + waitOf(pause), 0);
  return {
    pauses_within_turns: pauses.length - ends.length,
    cut_offs: pauses.filter((pause) => isCut(pause, waitOf(pause))).length,
    ends: ends.length,
    avg_wait_ms: ends.length === 0 ? 0 : Math.round(waited / ends.length),
  };
}
