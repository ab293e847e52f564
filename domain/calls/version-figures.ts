import type { Success } from './analysis-answer.ts';
import {
  EARLY_SECONDS,
  interruptedShare,
  isConversation,
  isEarlyHangUp,
  isFailed,
  replySeconds,
  type MeasuredCall,
} from './call-facts.ts';

/** How the calls of a version went. */
export interface VersionFigures {
  readonly calls: number;
  /** Those in which someone talked with the agent, and that are over. The other figures are about these. */
  readonly conversations: number;
  readonly failed: number;
  /** Callers who left within 30 seconds. */
  readonly early_hang_ups: number;
  readonly success: Readonly<Record<Success, number>>;
  /** In seconds. Null without conversations. */
  readonly average_duration: number | null;
  /** The share of turns in which the caller interrupted the agent, on average over calls. Null: nothing was measured. */
  readonly interrupted_share: number | null;
  /** From the caller's last word to the agent's first, in seconds: the median over calls of their averages. */
  readonly reply_seconds: number | null;
}

/** Sums up the calls of a version. */
export function versionFigures(calls: readonly MeasuredCall[]): VersionFigures {
  const held = calls.filter(({ call }) => isConversation(call));
  const judged = (success: Success): number => held.filter(({ analysis }) => analysis?.success === success).length;
  return {
    calls: calls.length,
    conversations: held.length,
    failed: held.filter(({ call }) => isFailed(call)).length,
    early_hang_ups: held.filter(({ call }) => isEarlyHangUp(call, EARLY_SECONDS)).length,
    success: { yes: judged('yes'), no: judged('no'), unknown: judged('unknown') },
    average_duration: meanOf(held.flatMap(({ call }) => call.duration ?? [])),
    interrupted_share: meanOf(held.flatMap(({ metrics }) => interruptedShare(metrics) ?? [])),
    reply_seconds: medianOf(held.flatMap(({ metrics }) => replySeconds(metrics) ?? [])),
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!);

/** To a thousandth. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
