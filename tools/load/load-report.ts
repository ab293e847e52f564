import { clockTime, distributionText } from './load-table.ts';
import { failureCount, type Measurement } from './measures.ts';
import type { FailureLimit, LoadOptions } from './options.ts';
import { saturations, type LoadInterval, type Saturation } from './saturation.ts';

/** A finished run. */
export interface LoadRun {
  readonly startedAt: string;
  readonly seconds: number;
  readonly through: string;
  readonly measured: Measurement;
  readonly failures: ReadonlyMap<string, number>;
  readonly intervals: readonly LoadInterval[];
  readonly isShared: boolean;
  readonly isInterrupted: boolean;
}

/** A limit that the run was to keep. */
export interface LimitVerdict {
  readonly name: string;
  readonly limit: string;
  readonly measured: string;
  readonly isKept: boolean;
}

/** What the limits of the options say of a run. */
export function verdicts(
  { measured }: Pick<LoadRun, 'measured'>,
  { maxP95Ms, maxFailures }: Pick<LoadOptions, 'maxP95Ms' | 'maxFailures'>,
): LimitVerdict[] {
  const p95 = measured.times.reply.p95;
  const latency = {
    name: 'p95 of answers',
    limit: `at most ${maxP95Ms} ms`,
    measured: p95 === null ? 'no answers' : `${p95} ms`,
    // Without an answer there is no latency that would be within a limit.
    isKept: p95 !== null && maxP95Ms !== null && p95 <= maxP95Ms,
  };
  return [
    ...(maxP95Ms === null ? [] : [latency]),
    ...(maxFailures === null ? [] : [failureVerdict(measured, maxFailures)]),
  ];
}

function failureVerdict(measured: Measurement, limit: FailureLimit): LimitVerdict {
  const failed = failureCount(measured);
  const tries = triesOf(measured);
  const share = tries === 0 ? 1 : failed / tries;
  return 'most' in limit
    ? { name: 'failures', limit: `at most ${limit.most}`, measured: String(failed), isKept: failed <= limit.most }
    : {
        name: 'failures',
        limit: `at most ${percent(limit.share)}`,
        measured: percent(share),
        isKept: share <= limit.share,
      };
}

/** Calls, and questions that were answered, missed or overlapped. */
const triesOf = ({ counts }: Measurement): number =>
  counts.calls + counts.replies + counts.unanswered + counts.overlapped;

const percent = (share: number): string => `${Number((share * 100).toFixed(2))} %`;

/** The report for people. */
export function reportLines(run: LoadRun, limits: readonly LimitVerdict[]): string[] {
  const { measured, seconds, isInterrupted } = run;
  const { counts, times } = measured;
  const late = times.gap.count;
  const own = Math.round(times.send_delay.p99 ?? 0);
  return [
    '',
    `${isInterrupted ? 'Interrupted after' : 'After'} ${clockTime(seconds)} through ${run.through}, in ms:`,
    `  set-up of calls   ${distributionText(times.set_up)}`,
    `  first greeting    ${distributionText(times.greeting)}`,
    `  answers           ${distributionText(times.reply)}`,
    `  delay of frames   ${distributionText(times.frame_delay)}`,
    `  gaps in speech    ${distributionText(times.gap)}`,
    `Calls: ${counts.calls} begun, ${counts.calls_completed} completed, ${counts.calls_ended_by_agent} ended by the agent, ` +
      `${counts.calls_failed} failed, of which ${counts.calls_refused} refused.`,
    `Questions: ${counts.replies} answered, ${counts.unanswered} not, ${counts.overlapped} overlapped by the agent and not measured.`,
    ...(late > 0
      ? [
          `A player without a buffer had ${late} gap${late === 1 ? '' : 's'} in ${Math.round(counts.frames / 50)} s of the agent’s audio.`,
        ]
      : []),
    ...failureLines(run.failures),
    '',
    ...saturationLines(saturations(run.intervals, run), run.intervals.length),
    `The load generator sent 99 % of its frames within ${own} ms of their time.`,
    ...limits.map(({ name, limit, measured: value, isKept }) => `${isKept ? '✓' : '✗'} ${name}: ${value}, ${limit}`),
  ];
}

function failureLines(failures: ReadonlyMap<string, number>): string[] {
  if (failures.size === 0) return ['No failures.'];
  const sorted = [...failures].toSorted(([, one], [, other]) => other - one);
  return ['Failures by cause:', ...sorted.map(([cause, count]) => `  ${String(count).padStart(6)}  ${cause}`)];
}

const NAMES: Readonly<Record<Saturation['resource'], string>> = {
  generator: 'the load generator itself',
  machine: 'this machine, which installation and load generator share',
  'event loop': 'the event loop of the installation',
  'concurrency limit': 'a limit of calls',
  delivery: 'the delivery of ended calls',
  stt: 'speech to text',
  llm: 'the LLM',
  tts: 'text to speech',
};

/** What saturated first, and what after it. */
export function saturationLines(found: readonly Saturation[], intervals: number): string[] {
  const [first, ...others] = found;
  if (!first) return ['Nothing saturated.'];
  const own = found.some(({ resource }) => resource === 'generator');
  return [
    `Saturated first: ${sentence(first, intervals)}`,
    ...others.map((each) => `Also: ${sentence(each, intervals)}`),
    ...(own
      ? [
          'Latencies and delays from then on are partly those of the load generator: use fewer calls, or several machines.',
        ]
      : []),
  ];
}

const sentence = ({ resource, at_s, live, evidence, intervals }: Saturation, all: number): string =>
  `${NAMES[resource]}, from ${clockTime(at_s)} with ${live} conversation${live === 1 ? '' : 's'}, in ${intervals} of ${all} intervals (${evidence}).`;

/** The report for programs. */
export const reportJson = (run: LoadRun, limits: readonly LimitVerdict[], options: LoadOptions): object => ({
  version: 1,
  started_at: run.startedAt,
  seconds: Math.round(run.seconds * 10) / 10,
  interrupted: run.isInterrupted,
  through: run.through,
  agent_id: options.agent,
  calls: options.calls,
  counts: run.measured.counts,
  times_ms: run.measured.times,
  failures: Object.fromEntries(run.failures),
  saturated: saturations(run.intervals, run),
  limits: limits.map(({ name, limit, measured, isKept }) => ({ name, limit, measured, kept: isKept })),
  intervals: run.intervals.map(({ measured, ...interval }) => ({
    ...interval,
    counts: measured.counts,
    times_ms: measured.times,
  })),
});
