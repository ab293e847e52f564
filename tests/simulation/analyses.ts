import type { CallAnalysisRepository } from '../../application/ports/call-analyses.ts';
import type { CallAnalysis } from '../../domain/calls/call-analysis.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { RetryDecision } from '../../domain/campaigns/retry-decision.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { SimulatedCallback } from './callbacks.ts';
import { seeded } from './chance.ts';
import type { Entry } from './ledger-carrier.ts';
import type { SuppressedNumber } from './evidence.ts';
import type { Version } from './witness.ts';

/** The values that have a plan, one that has none, and an analysis that fails. */
const VALUES = ['unfinished', 'unfinished', 'wrong person', 'fine', 'failed'] as const;
/** So late an analysis may be, in ms, and how often there is none. */
const [LATEST_MS, NEVER] = [200_000, 0.15];
/** A process may decide so much later than it read, in ms: it can be stopped. */
const STOPPED_MS = 35_000;

/** Retries that the analysis decides, with waits that some analyses do not keep. */
export const ANALYSED = {
  field: 'result',
  plans: [
    { values: ['unfinished'], delays_seconds: [40] },
    { values: ['wrong person'], delays_seconds: [] },
  ],
  wait_seconds: 100,
};

interface Truth {
  readonly value: (typeof VALUES)[number];
  /** In monotonic milliseconds. */
  readonly readyAt: number;
}

/** What the analysis of each call says, and when it is there. */
export class SimulatedAnalyses {
  readonly #ledger: readonly Entry[];
  readonly #now: () => number;

  constructor(ledger: readonly Entry[], now: () => number) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /** Drawn by the call alone, so that a seed plays the same however often it is asked for. */
  of(callId: string): Truth | null {
    const entry = this.#ledger.find((each) => each.callId === callId);
    if (!entry) return null;
    const chance = seeded([...callId].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7));
    const value = chance.pick(VALUES);
    const isNever = chance.happens(NEVER);
    return { value, readyAt: isNever ? Infinity : entry.endsAt + chance.between(0, LATEST_MS) };
  }

  get repository(): Pick<CallAnalysisRepository, 'find'> {
    return {
      find: async (org_id, call_id) => {
        const truth = this.of(call_id);
        if (!truth) return null;
        const status = truth.readyAt > this.#now() ? 'pending' : truth.value === 'failed' ? 'failed' : 'done';
        return { org_id, call_id, status, result: { fields: { result: truth.value } } } as unknown as CallAnalysis;
      },
    };
  }
}

/** What is known at the end. */
interface AnalysisEvidence {
  readonly planned: readonly Campaign[];
  readonly campaigns: readonly Campaign[];
  readonly runs: readonly QueuedRun[];
  readonly analyses: SimulatedAnalyses;
  readonly callbacks: readonly SimulatedCallback[];
  readonly suppressed: readonly SuppressedNumber[];
  readonly witness: { readonly versions: ReadonlyMap<string, readonly Version[]> };
  readonly isClockSteady: boolean;
  readonly startedAt: number;
}

/** A decision, and what was true when it was made. Times are in monotonic milliseconds. */
interface DecisionCase {
  readonly run: QueuedRun;
  readonly decision: RetryDecision;
  readonly truth: Truth | null;
  readonly decidedAt: number;
  readonly until: number;
  readonly callbacks: readonly SimulatedCallback[];
}

/** Decisions that do not follow from what the analysis said, or not from what it said in time. */
function wrongDecisions(evidence: AnalysisEvidence): string[] {
  const { runs, analyses, callbacks, isClockSteady, startedAt } = evidence;
  return runs.flatMap((run) => {
    const { queued_run_id, call_id, decision, judging } = run;
    if (!decision || call_id === null) return [];
    const decidedAt = Date.parse(decision.decided_at) - startedAt;
    const until = judging ? Date.parse(judging.until) - startedAt : decidedAt;
    const ofCall = callbacks.filter((each) => each.callId === call_id);
    const judged = { run, decision, truth: analyses.of(call_id), decidedAt, until, callbacks: ofCall };
    const isRight = RIGHT[decision.reason](judged, evidence) && !(isClockSteady && isBesideCallback(judged));
    return isRight ? [] : [`${queued_run_id} ${JSON.stringify(decision)} was ${JSON.stringify(judged.truth)}`];
  });
}

type IsRight = (judged: DecisionCase, evidence: AnalysisEvidence) => boolean;

/** Whether the analysis was there. Where the clock is set, nothing can be said of that. */
const isKnown: IsRight = ({ truth, decidedAt }, { isClockSteady }) =>
  truth !== null && (!isClockSteady || truth.readyAt <= decidedAt);

/** When a decision is right, by its reason. */
const RIGHT: Readonly<Record<RetryDecision['reason'], IsRight>> = {
  value: (judged, evidence) =>
    isKnown(judged, evidence) &&
    judged.truth?.value === judged.decision.value &&
    (judged.truth?.value === 'unfinished' || judged.decision.retry_at === null),
  no_plan: (judged, evidence) => isKnown(judged, evidence) && judged.truth?.value === 'fine',
  no_analysis: ({ truth, until }, { isClockSteady }) =>
    !isClockSteady || truth === null || truth.value === 'failed' || truth.readyAt + STOPPED_MS > until,
  suppressed: ({ run }, { suppressed }) => suppressed.some(({ number }) => number === run.phone_number),
  callback: ({ callbacks }) => callbacks.length > 0,
  hung_up_early: () => false,
  erased: () => false,
};

/** Whether a contact is dialled again although a callback was agreed in time, and never canceled. */
const isBesideCallback = ({ decision, callbacks, decidedAt }: DecisionCase): boolean =>
  decision.retry_at !== null &&
  callbacks.some(
    ({ agreed, cancelRequested }) =>
      cancelRequested === Infinity && agreed.some(({ answered }) => answered + STOPPED_MS < decidedAt),
  );

/** Contacts that answered and were dialled again without a decision, or not in spite of one, or that were not decided on. */
function unfollowedDecisions({ planned, runs, witness }: AnalysisEvidence): string[] {
  const known = new Set(runs.map(attemptOf));
  const analysed = new Set(planned.filter((campaign) => isAlwaysAnalysed(campaign, witness)).map(idOf));
  return runs.flatMap((run) => {
    const { queued_run_id, attempt, outcome, decision, is_final, call_id } = run;
    if (outcome !== 'answered' || call_id === null) return [];
    const isAgain = known.has(attemptOf({ ...run, attempt: attempt + 1 }));
    const isWanted = decision !== undefined && decision.retry_at !== null;
    if (isAgain !== isWanted || is_final === isAgain) return [`${queued_run_id} again: ${isAgain}`];
    // The plan has one delay.
    return attempt === 0 && !decision && analysed.has(run.campaign_id) ? [`${queued_run_id} was not decided on`] : [];
  });
}

const attemptOf = ({ campaign_id, contact_index, attempt }: QueuedRun): string =>
  `${campaign_id} ${contact_index} ${attempt}`;

const idOf = ({ campaign_id }: Campaign): string => campaign_id;

/** Whether answered first dials of a campaign were always to be decided on. */
const isAlwaysAnalysed = (
  { campaign_id, retry_config }: Campaign,
  { versions }: AnalysisEvidence['witness'],
): boolean =>
  [retry_config, ...(versions.get(campaign_id) ?? []).map(({ campaign }) => campaign.retry_config)].every(
    ({ enabled, by_analysis, max_retries }) => enabled && by_analysis !== undefined && max_retries > 0,
  );

/** Campaigns whose counted decisions are not those of their contacts. */
const miscountedDecisions = ({ campaigns, runs }: AnalysisEvidence): string[] =>
  campaigns.flatMap(({ campaign_id, decisions = [] }) => {
    const own = runs.filter((run) => run.campaign_id === campaign_id && run.decision);
    const [retried, final] = [true, false].map(
      (isAgain) => own.filter(({ decision }) => (decision?.retry_at !== null) === isAgain).length,
    );
    const sums = (of: 'retried' | 'final') => decisions.reduce((sum, each) => sum + each[of], 0);
    return sums('retried') === retried && sums('final') === final
      ? []
      : [`${campaign_id} ${JSON.stringify(decisions)} were ${retried} and ${final}`];
  });

/** What must hold of contacts that answered and of what was decided about them. */
export const ANALYSIS_CHECKS: Readonly<Record<string, (evidence: AnalysisEvidence) => string[]>> = {
  'I22 the analysis decides, if it is there in time': wrongDecisions,
  'I22 what is decided is done': unfollowedDecisions,
  'I22 decisions are counted once': miscountedDecisions,
};
