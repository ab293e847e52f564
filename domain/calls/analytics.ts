import { isLive, type CallLogStatus, type CallResponse, isReached } from './call-log.ts';

/** Count and total seconds of calls with the same agent, agent name, status and disposition. */
export interface CallTally {
  readonly agent_id: string;
  readonly agent_name: string | null;
  readonly status: CallLogStatus;
  readonly call_response: CallResponse | null;
  /** Whether these are anonymous calls without caller speech or text. */
  readonly without_speech: boolean;
  /** Whether these are trials of a draft. */
  readonly of_draft: boolean;
  readonly calls: number;
  readonly seconds: number;
}

/** Name and configured models of an existing agent. */
export interface KnownAgent {
  readonly agent_id: string;
  readonly name: string;
  readonly models: Readonly<Record<Stage, ModelChoice>>;
}

/** `model` is null for a provider with a single model. */
interface ModelChoice {
  readonly provider: string;
  readonly model: string | null;
}

type Stage = 'stt' | 'tts' | 'llm';

/** Spec: CallAnalyticsResponse. `attempts_without_speech` is an addition. */
export interface CallAnalytics {
  readonly calls_attempted: number;
  readonly calls_connected: number;
  readonly calls_failed: number;
  readonly connection_rate: number;
  readonly total_duration_seconds: number;
  readonly average_duration_seconds: number;
  readonly trend_vs_last_week_pct: number | null;
  /** Anonymous calls without caller speech or text. No other metric counts them. */
  readonly attempts_without_speech: number;
  readonly agent_performance: readonly {
    readonly agent_id: string;
    readonly agent_name: string | null;
    readonly call_count: number;
  }[];
  readonly model_usage: Readonly<Record<Stage, (ModelChoice & { readonly call_count: number }) | null>>;
}

const LEADERBOARD = 10;
const WEEK_MS = 7 * 24 * 3_600_000;

/** Time range in ISO 8601: start inclusive, end exclusive. */
export interface Span {
  readonly from: string;
  readonly below: string;
}

/** The seven days up to now, and the seven before. Calendar weeks would compare a Monday morning with a whole week. */
export function weeks(now: Date): { readonly thisWeek: Span; readonly lastWeek: Span } {
  const moment = (ms: number): string => new Date(ms).toISOString();
  const end = now.getTime() + 1;
  return {
    thisWeek: { from: moment(end - WEEK_MS), below: moment(end) },
    lastWeek: { from: moment(end - 2 * WEEK_MS), below: moment(end - WEEK_MS) },
  };
}

/** Analytics from the calls of all time and of the two weeks of the trend. */
export function callAnalytics(
  tallies: {
    readonly all: readonly CallTally[];
    readonly thisWeek: readonly CallTally[];
    readonly lastWeek: readonly CallTally[];
  },
  agents: readonly KnownAgent[],
): CallAnalytics {
  const silent = tallies.all.filter(({ without_speech, of_draft }) => without_speech && !of_draft);
  const [all, thisWeek, lastWeek] = [counted(tallies.all), counted(tallies.thisWeek), counted(tallies.lastWeek)];
  const connected = all.filter(isConnected);
  const connections = callsIn(connected);
  const seconds = sum(connected.map((tally) => tally.seconds));
  return {
    calls_attempted: callsIn(all),
    calls_connected: connections,
    calls_failed: callsIn(all.filter((tally) => !isLive(tally.status) && !isConnected(tally))),
    connection_rate: oneDecimal(connectionRate(all)),
    total_duration_seconds: seconds,
    average_duration_seconds: connections === 0 ? 0 : seconds / connections,
    trend_vs_last_week_pct:
      callsIn(lastWeek) === 0 ? null : oneDecimal(connectionRate(thisWeek) - connectionRate(lastWeek)),
    attempts_without_speech: callsIn(silent),
    agent_performance: leaderboard(all, agents),
    model_usage: modelUsage(all, agents),
  };
}

/**
 * Excludes attempts without speech, because anonymous clients can make any number of them, and trials of drafts: figures
 * are about what is published.
 */
const counted = (tallies: readonly CallTally[]): readonly CallTally[] =>
  tallies.filter(({ without_speech, of_draft }) => !without_speech && !of_draft);

const isConnected = ({ call_response }: CallTally): boolean => isReached(call_response);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

const callsIn = (tallies: readonly CallTally[]): number => sum(tallies.map(({ calls }) => calls));

/** In percent. 0 without attempts. */
function connectionRate(tallies: readonly CallTally[]): number {
  const attempted = callsIn(tallies);
  return attempted === 0 ? 0 : (callsIn(tallies.filter(isConnected)) / attempted) * 100;
}

/** Rounds half away from zero, and never returns -0. */
const oneDecimal = (value: number): number => (Math.sign(value) * Math.round(Math.abs(value) * 10)) / 10 + 0;

/** The agents with most calls, under their current names. A deleted agent keeps the name of most of its calls. */
function leaderboard(all: readonly CallTally[], agents: readonly KnownAgent[]): CallAnalytics['agent_performance'] {
  const names = new Map(agents.map(({ agent_id, name }) => [agent_id, name]));
  const busiestFirst = all.toSorted((a, b) => b.calls - a.calls);
  return ranked(countBy(all, ({ agent_id }) => agent_id))
    .slice(0, LEADERBOARD)
    .map(([agent_id, call_count]) => ({
      agent_id,
      agent_name: names.get(agent_id) ?? busiestFirst.find((tally) => tally.agent_id === agent_id)?.agent_name ?? null,
      call_count,
    }));
}

/** Most used provider and model of each stage, by the current configuration of the agents. */
function modelUsage(all: readonly CallTally[], agents: readonly KnownAgent[]): CallAnalytics['model_usage'] {
  const models = new Map(agents.map((agent) => [agent.agent_id, agent.models]));
  const matched = all.flatMap((tally) => {
    const choices = models.get(tally.agent_id);
    return choices ? [{ ...tally, choices }] : [];
  });
  const busiest = (stage: Stage) => {
    const [first] = ranked(countBy(matched, ({ choices }) => pairKey(choices[stage])));
    if (!first) return null;
    const [provider, model] = JSON.parse(first[0]) as [string, string | null];
    return { model, provider, call_count: first[1] };
  };
  return { stt: busiest('stt'), tts: busiest('tts'), llm: busiest('llm') };
}

const pairKey = ({ provider, model }: ModelChoice): string => JSON.stringify([provider, model]);

function countBy<T extends { readonly calls: number }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + item.calls);
  return counts;
}

/** Sorted by count, descending. Ties are sorted by key, so that the order is stable. */
const ranked = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].toSorted(([a, most], [b, more]) => more - most || (a < b ? -1 : 1));
