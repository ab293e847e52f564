import type { Diagnostics, Parameters } from 'recheck';
import { spelling, type Pattern } from './patterns.ts';

export type Check = (source: string, flags: string, parameters: Parameters) => Diagnostics;

/** What checking the patterns has shown. */
export interface PatternFindings {
  /** The harmless ones, by their spelling. */
  readonly harmless: readonly string[];
  /** A line about each that some text makes slow, and about each that could not be judged. */
  readonly complaints: readonly string[];
}

/** How much processor time a check gets, in ms. */
const BUDGET_MS = 20_000;

/**
 * Checks each of these patterns and keeps what it found, whatever becomes of the others. One that is recorded from before
 * stays so while it cannot be judged: the same pattern is as harmless as it was.
 */
export function checkPatterns(
  patterns: readonly Pattern[],
  recorded: ReadonlySet<string>,
  check: Check,
): PatternFindings {
  const found = patterns.map((pattern) => ({ pattern, ...judged(pattern, check) }));
  const isHarmless = ({ pattern, status }: (typeof found)[number]): boolean =>
    status === 'safe' || (status === 'unknown' && recorded.has(spelling(pattern)));
  return {
    harmless: [...new Set(found.filter(isHarmless).map(({ pattern }) => spelling(pattern)))].toSorted(),
    complaints: found
      .filter(({ status }) => status !== 'safe')
      .map(({ status, detail, pattern }) => `${status} ${pattern.place} ${spelling(pattern)}${detail}`),
  };
}

interface Judgement {
  readonly status: Diagnostics['status'];
  readonly detail: string;
}

function judged({ source, flags }: Pattern, check: Check): Judgement {
  const found = withinBudget((timeout) => check(source, flags, { timeout, randomSeed: 1 }));
  if (found.status === 'vulnerable') return { status: found.status, detail: `: ${found.attack.pattern}` };
  return { status: found.status, detail: found.status === 'unknown' ? `: ${reasonOf(found.error)}` : '' };
}

const reasonOf = (error: { readonly kind: string; readonly message?: string }): string => error.message ?? error.kind;

/** Repeats a check that ran out of time with twice as much, until it has had its processor time: others may use the machine. */
export function withinBudget(
  check: (timeoutMs: number) => Diagnostics,
  processorMs = (): number => process.cpuUsage().user / 1000,
): Diagnostics {
  for (let timeout = BUDGET_MS; ; timeout *= 2) {
    const before = processorMs();
    const found = check(timeout);
    const ranOut = found.status === 'unknown' && found.error.kind === 'timeout';
    if (!ranOut || processorMs() - before >= BUDGET_MS) return found;
  }
}
