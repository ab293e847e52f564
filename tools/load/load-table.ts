import type { LoadInterval } from './saturation.ts';
import { failureCount, type Distribution } from './measures.ts';

type Cell = (interval: LoadInterval) => string;

const ms = (value: number | null | undefined): string =>
  value === null || value === undefined ? '-' : String(Math.round(value));
const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** The columns of a run, from left to right. */
const COLUMNS: Readonly<Record<string, Cell>> = {
  time: ({ at_s }) => clockTime(at_s),
  live: ({ live }) => String(live),
  calls: ({ measured }) => String(measured.counts.calls),
  answers: ({ measured }) => String(measured.counts.replies),
  p50: ({ measured }) => ms(measured.times.reply.p50),
  p95: ({ measured }) => ms(measured.times.reply.p95),
  p99: ({ measured }) => ms(measured.times.reply.p99),
  frames: ({ measured }) => ms(measured.times.frame_delay.p99),
  gaps: ({ measured }) => String(measured.times.gap.count),
  failed: ({ measured }) => String(failureCount(measured)),
  loop: ({ installation }) => (installation?.is_silent === true ? 'silent' : ms(installation?.loop_delay_p99_ms)),
  cores: ({ installation }) => installation?.cpu_cores?.toFixed(2) ?? '-',
  'own late': ({ measured }) => ms(measured.times.send_delay.p99),
  'own cores': ({ own }) => own.cpu_cores.toFixed(2),
  machine: ({ own }) => percent(own.machine_cpu),
};

const WIDTH = 8;
const NAMES = Object.keys(COLUMNS);
const widthOf = (name: string): number => Math.max(WIDTH, name.length + 2);

/** What the columns are. */
export const HEADING = [
  'p50 to p99: answers, ms. frames: p99 of their delay, ms. loop, cores: of the installation. own: the load generator.',
  NAMES.map((name) => name.padStart(widthOf(name))).join(''),
] as const;

/** One row of the table. */
export const rowOf = (interval: LoadInterval): string =>
  NAMES.map((name) => COLUMNS[name]!(interval).padStart(widthOf(name))).join('');

/** Minutes and seconds from the start. */
export function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** A distribution in one line. */
export const distributionText = ({ count, p50, p95, p99, max }: Distribution): string =>
  count === 0 ? 'none' : `p50 ${ms(p50)}   p95 ${ms(p95)}   p99 ${ms(p99)}   max ${ms(max)}   of ${count}`;
