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
export interface VersionMetrics {
  readonly calls: number;
  /** Those that had begun and are over, without mailboxes. The other numbers are about these. */
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
export function versionMetrics(calls: readonly MeasuredCall[]): VersionMetrics {
  const conversations = calls.filter(({ call }) => isConversation(call));
  const judged = (success: Success): number =>
    conversations.filter(({ analysis }) => analysis?.success === success).length;
  return {
    calls: calls.length,
    conversations: conversations.length,
    failed: conversations.filter(({ call }) => isFailed(call)).length,
    early_hang_ups: conversations.filter(({ call }) => isEarlyHangUp(call, EARLY_SECONDS)).length,
    success: { yes: judged('yes'), no: judged('no'), unknown: judged('unknown') },
    average_duration: meanOf(conversations.flatMap(({ call }) => call.duration ?? [])),
    interrupted_share: meanOf(conversations.flatMap(({ metrics }) => interruptedShare(metrics) ?? [])),
    reply_seconds: medianOf(conversations.flatMap(({ metrics }) => replySeconds(metrics) ?? [])),
  };
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.reduce((sum, value) => sum + value, 0) / values.length);

const medianOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : rounded(values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!);

/** To a thousandth. */
const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
