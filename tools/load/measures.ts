import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Times are recorded in microseconds, up to ten minutes, to three digits. */
const HISTOGRAM = { lowest: 1, highest: 600_000_000, figures: 3 } as const;
const PER_MS = 1_000;
/** Most different causes that are counted apart. */
const CAUSES_MAX = 50;
const OTHER = 'other causes';

/** What is measured in milliseconds. */
const TIMES = ['set_up', 'greeting', 'reply', 'frame_delay', 'gap', 'send_delay'] as const;
export type TimeName = (typeof TIMES)[number];

const COUNTS = [
  'calls',
  'calls_completed',
  'calls_ended_by_agent',
  'calls_failed',
  'calls_refused',
  'replies',
  'unanswered',
  'overlapped',
  'frames',
] as const;
export type CountName = (typeof COUNTS)[number];

/** A distribution in milliseconds. */
export interface Distribution {
  readonly count: number;
  readonly mean: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly max: number | null;
}

/** What was measured during some time. */
export interface Measurement {
  readonly counts: Readonly<Record<CountName, number>>;
  readonly times: Readonly<Record<TimeName, Distribution>>;
}

/** Counts and distributions, in memory that does not grow: of the whole run, and since the last interval. */
export class Measures {
  readonly #all = new Recorder();
  #interval = new Recorder();
  /** How often each cause of a failure occurred. */
  readonly failures = new Map<string, number>();

  time(name: TimeName, ms: number): void {
    this.#all.time(name, ms);
    this.#interval.time(name, ms);
  }

  count(name: CountName): void {
    this.#all.count(name);
    this.#interval.count(name);
  }

  failed(cause: string): void {
    const known = this.failures.has(cause) || this.failures.size < CAUSES_MAX ? cause : OTHER;
    this.failures.set(known, (this.failures.get(known) ?? 0) + 1);
  }

  /** Of the whole run. */
  get all(): Measurement {
    return this.#all.measured();
  }

  /** Since this was called before. */
  takeInterval(): Measurement {
    const measured = this.#interval.measured();
    this.#interval.reset();
    return measured;
  }
}

class Recorder {
  readonly #times = Object.fromEntries(TIMES.map((name) => [name, createHistogram(HISTOGRAM)])) as Record<
    TimeName,
    RecordableHistogram
  >;
  #counts = noCounts();

  time(name: TimeName, ms: number): void {
    const value = Math.round(ms * PER_MS);
    this.#times[name].record(Math.min(HISTOGRAM.highest, Math.max(HISTOGRAM.lowest, value)));
  }

  count(name: CountName): void {
    this.#counts[name] += 1;
  }

  measured(): Measurement {
    const times = Object.fromEntries(TIMES.map((name) => [name, distributionOf(this.#times[name])]));
    return { counts: { ...this.#counts }, times: times as Measurement['times'] };
  }

  reset(): void {
    for (const name of TIMES) this.#times[name].reset();
    this.#counts = noCounts();
  }
}

const noCounts = (): Record<CountName, number> =>
  Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<CountName, number>;

function distributionOf(histogram: RecordableHistogram): Distribution {
  const { count } = histogram;
  if (count === 0) return { count, mean: null, p50: null, p95: null, p99: null, max: null };
  const ms = (value: number): number => Math.round((value / PER_MS) * 10) / 10;
  return {
    count,
    mean: ms(histogram.mean),
    p50: ms(histogram.percentile(50)),
    p95: ms(histogram.percentile(95)),
    p99: ms(histogram.percentile(99)),
    max: ms(histogram.max),
  };
}

/** Failures of calls and questions without an answer. */
export const failureCount = ({ counts }: Measurement): number => counts.calls_failed + counts.unanswered;
