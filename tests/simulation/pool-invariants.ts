import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { sampleOf } from '../../domain/campaigns/circuit-breaker.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { grouped } from './grouped.ts';
import type { Entry } from './ledger-carrier.ts';
import type { SimulatedNumbers } from './numbers.ts';
import { numberOf } from './surroundings.ts';
import type { Version, Witness } from './witness.ts';

/** What is known of numbers at the end. */
interface NumberEvidence {
  readonly numbers: Pick<SimulatedNumbers, 'lost' | 'rests'>;
  /** How each campaign stood from first to last, and every run as it stood last. */
  readonly witness: Pick<Witness, 'versions' | 'runs'>;
  readonly isClockSteady: boolean;
  readonly planned: readonly Campaign[];
  readonly runs: readonly QueuedRun[];
}

/** A dial that was made, its run, and how its campaign stood. */
interface NumberedDial extends Entry {
  readonly call: { readonly org_id: string; readonly campaign_id: string | null; readonly from_number: string };
  readonly run: QueuedRun | undefined;
  readonly seen: readonly Campaign[];
}

/** From the permit to the request at most. In ms. */
const SEND_WITHIN_MS = 1_000;
/** After this time a change of the organisation's numbers is known: the age of a route, and of a permit. In ms. */
const KNOWN_WITHIN_MS = 5_000 + SEND_WITHIN_MS;

const poolOf = ({ orchestrator_metadata }: Campaign) => orchestrator_metadata.caller_id_pool;

/** Dials from other numbers than those of the pool, than the organisation's, or than the call log has. */
const fromOtherNumbers = ({ numbers }: NumberEvidence, dials: readonly NumberedDial[]): string[] =>
  dials.flatMap(({ from, at, call, seen }) => {
    const isMeant = seen.some((campaign) => {
      const pool = poolOf(campaign);
      return pool ? pool.numbers.includes(from) : from === numberOf(call.org_id);
    });
    const isLost = numbers.lost.some(
      (lost) => lost.number === from && lost.from < at - KNOWN_WITHIN_MS && at < lost.until,
    );
    return [
      ...(isMeant ? [] : [`${from} at ${at} is not of the pool`]),
      ...(isLost ? [`${from} at ${at} is lost`] : []),
      ...(call.from_number === from ? [] : [`${from} at ${at} is ${call.from_number} in the log`]),
    ];
  });

/** How a campaign and its numbers stood at some time until then. */
const standsOf = (
  { witness: { versions } }: NumberEvidence,
  campaignId: string | null,
  from: number,
  to: number,
): Version[] => {
  const all = versions.get(campaignId ?? '') ?? [];
  return all.filter(({ at }, index) => at <= to && (all[index + 1]?.at ?? Infinity) >= from);
};

/** Whether a number rested at a time, by what the campaign counted or by what was stored with it. */
const restedFor = (
  evidence: NumberEvidence,
  { from: number, at, wall, call }: Pick<NumberedDial, 'from' | 'at' | 'wall' | 'call'>,
): boolean => {
  const stands = standsOf(evidence, call.campaign_id, at - SEND_WITHIN_MS, at);
  const isOver = (until: string | undefined): boolean => (until ?? '') <= wall.toISOString();
  const isOwn = stands.length > 0 && stands.every(({ callerIds }) => !isOver(callerIds?.[number]?.rest?.until));
  const stored = evidence.numbers.rests.filter((each) => each.number === number && each.at < at - KNOWN_WITHIN_MS);
  return isOwn || stored.some(({ rest }) => !isOver(rest.until));
};

/** Dials from numbers that rest. */
const whileResting = (evidence: NumberEvidence, dials: readonly NumberedDial[]): string[] =>
  dials.flatMap((dial) => {
    const mayRest = dial.seen.every((campaign) => typeof poolOf(campaign)?.min_answer_rate === 'number');
    return evidence.isClockSteady && mayRest && restedFor(evidence, dial) ? [`${dial.from} at ${dial.at}`] : [];
  });

/** Dials from a number sooner after another one than its campaign says. */
const tooSoonAgain = ({ isClockSteady }: NumberEvidence, dials: readonly NumberedDial[]): string[] =>
  [...grouped(dials, ({ from, call }) => `${call.campaign_id} ${from}`).values()].flatMap((all) =>
    all.slice(1).flatMap(({ from, at, seen }, index) => {
      const least = Math.min(...seen.map((campaign) => poolOf(campaign)?.min_interval_seconds ?? 0));
      return isClockSteady && at - all[index]!.at < least * 1_000 - SEND_WITHIN_MS ? [`${from} at ${at}`] : [];
    }),
  );

/** Contacts that were called from another number in the attempt before, although that one could be used. */
function strangers(evidence: NumberEvidence, dials: readonly NumberedDial[]): string[] {
  const attemptOf = ({ campaign_id, contact_index }: QueuedRun, attempt: number): string =>
    `${campaign_id} ${contact_index} ${attempt}`;
  const numbers = new Map(
    [...evidence.witness.runs.values()].map((run) => [attemptOf(run, run.attempt), run.from_number]),
  );
  return dials.flatMap((dial) => {
    const before = dial.run && numbers.get(attemptOf(dial.run, dial.run.attempt - 1));
    if (typeof before !== 'string' || before === dial.from) return [];
    return mayBeKept(evidence, dial, before) ? [`${dial.to} at ${dial.at} from ${dial.from}, before ${before}`] : [];
  });
}

/** Whether a number could be used for a dial, whatever was known then. */
function mayBeKept(evidence: NumberEvidence, { at, call, seen }: NumberedDial, number: string): boolean {
  const isInPool = seen.every((campaign) => {
    const pool = poolOf(campaign);
    return pool?.numbers.includes(number) && pool.min_interval_seconds === 0;
  });
  const from = at - KNOWN_WITHIN_MS;
  const wasLost = evidence.numbers.lost.some((lost) => lost.number === number && lost.from <= at && lost.until >= from);
  const rests = [
    ...standsOf(evidence, call.campaign_id, from, at).flatMap(({ callerIds }) => callerIds?.[number]?.rest ?? []),
    ...evidence.numbers.rests.filter((each) => each.number === number && each.at <= at).map(({ rest }) => rest),
  ];
  return isInPool && !wasLost && rests.length === 0;
}

/** Numbers whose calls are not counted as they ended. */
const miscounted = ({ witness: { versions }, planned, runs }: NumberEvidence): string[] =>
  planned.flatMap(({ campaign_id }) => {
    const callerIds = versions.get(campaign_id)?.at(-1)?.callerIds ?? {};
    const ended = runs.filter(
      (run) => run.campaign_id === campaign_id && run.outcome !== null && sampleOf(run.outcome) !== null,
    );
    const byNumber = grouped(ended, ({ from_number }) => from_number ?? '');
    byNumber.delete('');
    return [...new Set([...byNumber.keys(), ...Object.keys(callerIds)])].flatMap((number) => {
      const all = byNumber.get(number) ?? [];
      const answered = all.filter(({ outcome }) => outcome === 'answered').length;
      const counted = callerIds[number];
      return counted?.dials === all.length && counted.answered === answered
        ? []
        : [`${campaign_id} ${number} counted ${counted?.answered}/${counted?.dials}, had ${answered}/${all.length}`];
    });
  });

/** What must hold of the numbers that campaigns call from. */
export const POOL_CHECKS: Readonly<
  Record<string, (evidence: NumberEvidence, dials: readonly NumberedDial[]) => string[]>
> = {
  'I20 dialled from numbers of the pool that the organisation has, as the log says': fromOtherNumbers,
  'I20 no number dialled from while it rests': whileResting,
  'I20 no number dialled from sooner than its interval': tooSoonAgain,
  'I20 a contact called from the same number, if it may be used': strangers,
  'I20 calls from numbers are counted as they ended': miscounted,
};
