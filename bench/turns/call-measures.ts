import { percentile } from '../statistics.ts';
import { IDLE_MS, type CallRecord } from './call.ts';
import type { Remark } from './caller.ts';

/** A wait above this counts as no answer, in ms. */
const UNANSWERED_MS = 5_000;
/** An interruption that takes longer was missed, in ms. */
const MISSED_MS = 1_000;
/** Time in which a remark can still be the reason of a stop, in ms. */
const GRACE_MS = 1_000;
/** Resumed output that is stopped again within this time was resumed before the detector heard the caller, in ms. */
const NOTICED_MS = 100;
/** Time in which a final transcript ends a turn after the pause that caused it, in ms. */
const LATE_END_MS = 200;

/** Turn-taking in some calls, against the truth. Times in ms, shares from 0 to 1; NaN where nothing was to measure. */
export interface Measures {
  /** Scripted pauses that ended the turn, and turns that ended early without one. */
  readonly cutPauses: number;
  readonly cutTurns: number;
  /** From the end of the last word to the agent's first audio. A caller without an answer waits until the call ends. */
  readonly waits: readonly number[];
  readonly unanswered: number;
  /** Pauses and cancellations of the agent without a reason, in 10 minutes. */
  readonly falseStops: number;
  readonly missedBargeIns: number;
  /** From the first sound of a barge-in to the agent's silence. */
  readonly stops: readonly number[];
  /** How often the agent continued while the caller was speaking, in 10 minutes. */
  readonly talkedOver: number;
  readonly lostWords: number;
  /** From the end of all speech to the prompt that asks for the caller, above what is configured. */
  readonly promptDelays: readonly number[];
  readonly goodbyes: number;
  /** Difference of the reported reply latency from the true one. */
  readonly latencyErrors: readonly number[];
  readonly minutes: number;
}

export function measuresOf(calls: readonly CallRecord[]): Measures {
  const minutes = sum(calls, ({ endedAt }) => endedAt) / 60_000;
  const turns = calls.flatMap((call) => call.remarks.filter(isAnswerable).map((remark) => ({ call, remark })));
  const pauses = turns.flatMap(({ call, remark }) => pausesOf(remark).map((pause) => endsTurn(call, pause)));
  const waits = turns.map(({ call, remark }) => (replyAfter(call, remark) ?? call.endedAt) - remark.to);
  const bargeIns = turns.filter(({ remark }) => remark.kind === 'barge-in' && remark.overAgent);
  const stops = bargeIns.map(({ call, remark }) => stopOf(call, remark));
  return {
    cutPauses: pauses.filter(Boolean).length / pauses.length,
    cutTurns: turns.filter(({ call, remark }) => wasCut(call, remark)).length / turns.length,
    waits,
    unanswered: waits.filter((wait) => wait > UNANSWERED_MS).length / waits.length,
    falseStops: (10 * sum(calls, falseStopsOf)) / minutes,
    missedBargeIns: stops.filter((stop) => stop > MISSED_MS).length / stops.length,
    stops: stops.filter((stop) => stop <= MISSED_MS),
    talkedOver: (10 * sum(calls, talkedOverOf)) / minutes,
    lostWords: sum(calls, ({ lostWords }) => lostWords) / sum(calls, ({ words }) => words),
    promptDelays: calls.flatMap(promptDelaysOf),
    goodbyes: calls.filter(({ reason }) => reason === 'agent_ended').length / calls.length,
    latencyErrors: calls.flatMap(latencyErrorsOf),
    minutes,
  };
}

const sum = <T>(items: readonly T[], valueOf: (item: T) => number): number =>
  items.reduce((total, item) => total + valueOf(item), 0);

const isAnswerable = ({ kind }: Remark): boolean => kind !== 'silence' && kind !== 'backchannel';

const timesOf = (call: CallRecord, type: string): number[] =>
  call.events.filter((event) => event.type === type).map(({ at }) => at);

const startsOf = (call: CallRecord, kind: string): number[] =>
  call.events.filter((event) => event.type === 'agent_speech_started' && event.kind === kind).map(({ at }) => at);

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The pauses of a remark, and the time after them in which the end of turn that they caused still arrives. */
const pausesOf = ({ phrases }: Remark): Span[] =>
  phrases.slice(1).map(({ from }, index) => ({ from: phrases[index]!.to, to: from + LATE_END_MS }));

const endsTurn = (call: CallRecord, { from, to }: Span): boolean =>
  timesOf(call, 'turn_ended').some((at) => at > from && at < to);

const wasCut = (call: CallRecord, remark: Remark): boolean =>
  timesOf(call, 'turn_ended').some(
    (at) => at > remark.from && at < remark.to && !pausesOf(remark).some((pause) => at > pause.from && at < pause.to),
  );

const replyAfter = (call: CallRecord, { to }: Remark): number | undefined =>
  startsOf(call, 'reply').find((at) => at >= to);

/** How long the agent was audible after a barge-in began. */
function stopOf({ audible }: CallRecord, { from }: Remark): number {
  const span = audible.find((each) => each.from <= from && each.to > from);
  return span ? span.to - from : 0;
}

/** Stops while the caller said nothing, and cancellations by a backchannel. */
function falseStopsOf({ clears, remarks, events }: CallRecord): number {
  const reasonOf = (at: number): Remark | undefined =>
    remarks.findLast(({ kind, from, to }) => kind !== 'silence' && at >= from && at <= to + GRACE_MS);
  const interruptions = events.filter((event) => event.type === 'agent_speech_ended' && event.interrupted);
  return (
    clears.filter((at) => !reasonOf(at)).length +
    interruptions.filter(({ at }) => reasonOf(at)?.kind === 'backchannel').length
  );
}

/** Resumed output, which begins without a new speech, while a phrase is being said, and is not stopped at once. */
function talkedOverOf(call: CallRecord): number {
  const starts = timesOf(call, 'agent_speech_started');
  const phrases = call.remarks.filter(isAnswerable).flatMap((remark) => remark.phrases);
  return call.audible.filter(
    ({ from, to }) =>
      to - from > NOTICED_MS &&
      !starts.some((at) => Math.abs(at - from) < 1) &&
      phrases.some((phrase) => from > phrase.from && from < phrase.to),
  ).length;
}

function promptDelaysOf(call: CallRecord): number[] {
  return call.remarks
    .filter(({ kind }) => kind === 'silence')
    .map(({ from, to }) => {
      const prompt = startsOf(call, 'prompt').find((at) => at >= from && at <= to) ?? to;
      const quietFrom = Math.max(from, call.audible.findLast((span) => span.from < prompt)?.to ?? 0);
      return prompt - quietFrom - IDLE_MS;
    });
}

/** A reply that begins while the caller speaks answers words that have no end yet. */
function latencyErrorsOf(call: CallRecord): number[] {
  const phrases = call.remarks.flatMap((remark) => remark.phrases);
  return call.events.flatMap((event) => {
    if (event.type !== 'reply_latency' || phrases.some(({ from, to }) => from < event.at && event.at < to)) return [];
    const wordsEnd = phrases.findLast(({ to }) => to <= event.at)?.to;
    if (wordsEnd === undefined) return [];
    return [Math.abs(event.user_to_bot_secs * 1_000 - (event.at - wordsEnd))];
  });
}

/** The value below which this share of the times lies, in seconds. */
export const secondsAt = (times: readonly number[], share: number): number => percentile(times, share) / 1_000;
