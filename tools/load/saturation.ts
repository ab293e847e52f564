import { STAGE_NAMES, TIMEOUT_MS, type InstallationSample, type StageName } from './installation-metrics.ts';
import type { Measurement } from './measures.ts';
import type { OwnSample } from './own-load.ts';

/** One interval of a run. */
export interface LoadInterval {
  /** Its end, in seconds from the start. */
  readonly at_s: number;
  /** Conversations at its end. */
  readonly live: number;
  readonly measured: Measurement;
  readonly own: OwnSample;
  /** Null when the metrics of the installation are not reachable. */
  readonly installation: InstallationSample | null;
}

/** What may saturate. */
export type Resource =
  | 'generator'
  | 'machine'
  | 'event loop'
  | 'concurrency limit'
  | 'delivery'
  | 'stt'
  | 'llm'
  | 'tts';

/** A resource that reached its limit, and when. */
export interface Saturation {
  readonly resource: Resource;
  /** The end of the first interval, and the conversations then. */
  readonly at_s: number;
  readonly live: number;
  readonly intervals: number;
  /** What was measured, in words. */
  readonly evidence: string;
}

/** Beyond these a resource is saturated. */
const LIMITS = {
  /** Of the generator: a frame is sent as late as the next one is due. */
  sendDelayMs: 20,
  /** Of the generator, which uses one processor. */
  ownCores: 0.9,
  machineCpu: 0.95,
  /** Of the installation: longer than what is sent ahead of playout in a browser. */
  loopDelayMs: 50,
  /** Of a stage: both beyond its first interval. */
  stageGrowth: 1.5,
  stageGrowthMs: 200,
} as const;

/** What the load generator shares with the installation. */
export interface SharedMachine {
  /** Both run on this machine. */
  readonly isShared: boolean;
}

type Check = (interval: LoadInterval, first: LoadInterval | null) => string | null;

/** What saturated, in the order in which it did: refusals at once, everything else in two intervals in a row. */
export function saturations(intervals: readonly LoadInterval[], { isShared }: SharedMachine): Saturation[] {
  const checks: readonly (readonly [Resource, Check])[] = [
    ['machine', isShared ? machine : () => null],
    ['generator', generator],
    ['event loop', eventLoop],
    ['concurrency limit', refusals],
    ['delivery', delivery],
    ...STAGE_NAMES.map((stage) => [stage, stageCheck(stage)] as const),
  ];
  const found = checks.flatMap(([resource, check]) => {
    const first = baselineOf(intervals, resource);
    const evidence = intervals.map((interval) => check(interval, first));
    const isLasting = (place: number): boolean =>
      check === refusals || intervals.length === 1 || isText(evidence[place - 1]) || isText(evidence[place + 1]);
    const beyond = evidence.flatMap((text, place) => (text !== null && isLasting(place) ? [place] : []));
    const [start] = beyond;
    if (start === undefined) return [];
    const { at_s, live } = intervals[start]!;
    return [{ resource, at_s, live, intervals: beyond.length, evidence: evidence[start]! }];
  });
  return found.toSorted((one, other) => one.at_s - other.at_s);
}

const isText = (evidence: string | null | undefined): boolean => typeof evidence === 'string';

function generator({ measured, own }: LoadInterval): string | null {
  const delay = measured.times.send_delay.p99 ?? 0;
  if (own.cpu_cores > LIMITS.ownCores) return `it used ${percent(own.cpu_cores)} of a processor`;
  if (delay > LIMITS.sendDelayMs) return `1 % of its frames were sent ${Math.round(delay)} ms late or later`;
  return null;
}

const machine: Check = ({ own }) =>
  own.machine_cpu > LIMITS.machineCpu ? `${percent(own.machine_cpu)} of all processors in use` : null;

const eventLoop: Check = ({ installation }) => {
  if (installation?.is_silent === true) return `it did not answer for its metrics within ${TIMEOUT_MS / 1_000} s`;
  const delay = installation?.loop_delay_p99_ms ?? 0;
  return delay > LIMITS.loopDelayMs ? `its p99 delay was ${Math.round(delay)} ms` : null;
};

const refusals: Check = ({ measured }) => {
  const refused = measured.counts.calls_refused;
  return refused > 0 ? `${refused} ${refused === 1 ? 'call was' : 'calls were'} refused` : null;
};

/** More calls wait for their delivery than are live. */
const delivery: Check = ({ installation }) => {
  const waiting = installation?.undelivered_calls ?? 0;
  const live = installation?.live_calls ?? 0;
  return waiting > Math.max(10, 2 * live) ? `${waiting} ended calls waited for their delivery` : null;
};

const stageCheck =
  (stage: StageName): Check =>
  (interval, first) => {
    const now = interval.installation?.first_output_ms[stage] ?? 0;
    const before = first?.installation?.first_output_ms[stage] ?? 0;
    const hasGrown = now > before * LIMITS.stageGrowth && now > before + LIMITS.stageGrowthMs;
    return first !== null && first !== interval && hasGrown
      ? `its first output took ${now} ms on average, ${before} ms at first`
      : null;
  };

/** The first interval in which a stage did anything. */
const baselineOf = (intervals: readonly LoadInterval[], resource: Resource): LoadInterval | null =>
  intervals.find(({ installation }) => {
    const times: Partial<Record<Resource, number | null>> = installation?.first_output_ms ?? {};
    return (times[resource] ?? null) !== null;
  }) ?? null;

const percent = (share: number): string => `${Math.round(share * 100)} %`;
