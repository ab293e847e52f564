import type { CallResponse } from '../calls/call-log.ts';
import { invalid } from '../errors.ts';
import { hourProblems, MINUTES_A_DAY, minutesOf } from './day-hours.ts';
import type { Draws } from './seeded-draws.ts';

/**
 * How calls of a campaign are assumed to end, how long they take and what they use. Shares are parts of dials from 0 to 1;
 * what is left of them is not answered. Seconds, characters and tokens are means.
 */
export interface CallAssumptions {
  /** First dials that a person answers. */
  readonly answered_share: number;
  /** Retries that a person answers: contacts that were not reached before are harder to reach. */
  readonly retry_answered_share: number;
  readonly voicemail_share: number;
  /** Busy or declined. */
  readonly busy_share: number;
  /** Invalid numbers and failures, which are final. */
  readonly failed_share: number;
  /** From the dial to the answer. */
  readonly ring_seconds: number;
  /** How long a call rings that is not answered. */
  readonly no_answer_seconds: number;
  /** From the dial to the end of a busy or failed call. */
  readonly busy_seconds: number;
  /** From the answer of a person to the end. */
  readonly talk_seconds: number;
  /** Standard deviation of that, divided by the mean: carriers charge many short calls more than few long ones. */
  readonly talk_variation: number;
  /** From the answer of a machine to the end. */
  readonly voicemail_seconds: number;
  /** Characters that are synthesised in a minute of a call. */
  readonly characters_per_minute: number;
  readonly input_tokens_per_minute: number;
  readonly output_tokens_per_minute: number;
  /** What differs in some hours of the day. The first that fit count. */
  readonly hours?: readonly AssumedHours[];
}

/** What is assumed about dials in some hours, by local time of the callee. */
export interface AssumedHours extends Partial<
  Omit<CallAssumptions, 'hours' | 'characters_per_minute' | 'input_tokens_per_minute' | 'output_tokens_per_minute'>
> {
  readonly from: string;
  readonly to: string;
}

/** Assumptions without earlier calls. docs/campaigns.md lists them, and a test compares them. */
export const DEFAULT_ASSUMPTIONS: Omit<CallAssumptions, 'hours'> = {
  answered_share: 0.3,
  retry_answered_share: 0.2,
  voicemail_share: 0.2,
  busy_share: 0.08,
  failed_share: 0.02,
  ring_seconds: 15,
  no_answer_seconds: 60,
  busy_seconds: 5,
  talk_seconds: 90,
  talk_variation: 1,
  voicemail_seconds: 20,
  characters_per_minute: 500,
  input_tokens_per_minute: 3_000,
  output_tokens_per_minute: 150,
};

export type AssumptionName = keyof typeof DEFAULT_ASSUMPTIONS;
export const ASSUMPTION_NAMES = Object.keys(DEFAULT_ASSUMPTIONS) as readonly AssumptionName[];

/** Assumptions with those of a request in their place. Rejects shares that are together more than all dials. */
export function withOverrides(before: CallAssumptions, given: Partial<CallAssumptions>): CallAssumptions {
  const merged = { ...before, ...given };
  const { hours = [] } = merged;
  const parts = [
    { path: 'assumptions', assumed: merged },
    ...hours.map((each, place) => ({ path: `assumptions.hours[${place}]`, assumed: { ...merged, ...each } })),
  ];
  const problems = parts.flatMap(({ path, assumed }) => {
    const sum = assumed.answered_share + assumed.voicemail_share + assumed.busy_share + assumed.failed_share;
    if (sum <= 1 + ROUNDING) return [];
    return [`${path}: the shares of first dials are ${sum.toFixed(2)} together, and must be at most 1`];
  });
  const all = [...problems, ...hourProblems(hours, 'assumptions.hours')];
  if (all.length > 0) throw invalid(all);
  return merged;
}

const ROUNDING = 1e-9;

/** For each minute of a day, what is assumed then. */
export function assumedByMinute(assumed: CallAssumptions): readonly CallAssumptions[] {
  const { hours = [] } = assumed;
  const parts = hours.map(({ from, to, ...differing }) => ({
    ...{ from: minutesOf(from), to: minutesOf(to) },
    assumed: { ...assumed, ...differing },
  }));
  return Array.from(
    { length: MINUTES_A_DAY },
    (_, minute) => parts.find(({ from, to }) => from <= minute && minute < to)?.assumed ?? assumed,
  );
}

/** How an assumed call ends. */
export type AssumedOutcome = Extract<CallResponse, 'answered' | 'voicemail' | 'busy' | 'failed' | 'no_answer'>;

/** An assumed call, in ms. */
export interface AssumedCall {
  readonly outcome: AssumedOutcome;
  /** From the dial to the answer, or to the end without one. */
  readonly ringMs: number;
  /** From the answer to the end. 0 without an answer. */
  readonly talkMs: number;
}

/** Draws a call. A conversation has a random length, all other times are the mean. */
export function drawCall(assumed: CallAssumptions, isRetry: boolean, draw: Draws): AssumedCall {
  const outcome = drawOutcome(assumed, isRetry, draw());
  const talk = outcome === 'answered' ? drawTalk(assumed, draw) : assumed.voicemail_seconds;
  if (outcome === 'answered' || outcome === 'voicemail')
    return { outcome, ringMs: assumed.ring_seconds * 1_000, talkMs: talk * 1_000 };
  const seconds = outcome === 'no_answer' ? assumed.no_answer_seconds : assumed.busy_seconds;
  return { outcome, ringMs: seconds * 1_000, talkMs: 0 };
}

/** Draws the length of a conversation in seconds: log-normal, as lengths of calls are. */
function drawTalk({ talk_seconds, talk_variation }: CallAssumptions, draw: Draws): number {
  const variance = Math.log(1 + talk_variation ** 2);
  const normal = Math.sqrt(-2 * Math.log(1 - draw())) * Math.cos(2 * Math.PI * draw());
  return talk_seconds * Math.exp(Math.sqrt(variance) * normal - variance / 2);
}

function drawOutcome(assumed: CallAssumptions, isRetry: boolean, drawn: number): AssumedOutcome {
  const { answered_share, retry_answered_share, voicemail_share, busy_share, failed_share } = assumed;
  const answered = isRetry ? retry_answered_share : answered_share;
  if (drawn < answered) return 'answered';
  // Of retries, what is not answered is divided as it is among first dials.
  const scale = answered_share < 1 ? (1 - answered) / (1 - answered_share) : 1;
  const rest = (drawn - answered) / scale;
  if (rest < voicemail_share) return 'voicemail';
  if (rest < voicemail_share + busy_share) return 'busy';
  return rest < voicemail_share + busy_share + failed_share ? 'failed' : 'no_answer';
}
