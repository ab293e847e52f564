import { writeFile } from 'node:fs/promises';
import { systemClock } from '../../adapters/system/clock.ts';
import { carrierToken } from '../lib/agent-webhooks.ts';
import { InstallationApi } from '../lib/installation-api.ts';
import { browserLegs } from './browser-leg.ts';
import { CallerPool } from './caller-pool.ts';
import { carrierLegs } from './carrier-leg.ts';
import type { LegOpener } from './caller-leg.ts';
import { FrameClock } from './frame-clock.ts';
import { InstallationMetrics } from './installation-metrics.ts';
import { reportJson, reportLines, verdicts, type LoadRun } from './load-report.ts';
import { HEADING, rowOf } from './load-table.ts';
import { loadTargetOf, type LoadTarget } from './load-target.ts';
import { Measures } from './measures.ts';
import { readOptions, type LoadOptions } from './options.ts';
import { OwnLoad } from './own-load.ts';
import { browserSpeech, carrierSpeech, type PreparedSpeech } from './prepared-speech.ts';
import type { LoadInterval } from './saturation.ts';
import { openCall, type SimulatedConversation } from './simulated-call.ts';

/** Where the command reads and writes. */
export interface LoadShell {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  /** Ends the run early: the callers hang up, and what was measured is reported. */
  readonly signal: AbortSignal;
}

/** How long callers wait for a greeting. In milliseconds. */
const GREETING_MS = 3_000;
/** Length of an interval: this, or less in a short run. In milliseconds. */
const INTERVAL_MS = { least: 1_000, most: 10_000 } as const;
const INTERVALS_MIN = 6;
/** How long calls may take to end. In milliseconds. */
const GRACE_MS = 5_000;
/** Without a single call after this number of failures, the rest of the run would be the same. */
const HOPELESS = 5;

/** Runs the command. Returns its exit code. Rejects when nothing can be loaded. */
export async function load(args: string[], { env, print, signal }: LoadShell): Promise<number> {
  const options = readOptions(args);
  const api = await InstallationApi.open(env);
  const target = await loadTargetOf(options, api);
  const run = await runOf(options, { api, target, env, print, signal });
  const limits = verdicts(run, options);
  reportLines(run, limits).forEach(print);
  if (options.json !== null)
    await writeFile(options.json, `${JSON.stringify(reportJson(run, limits, options), null, 2)}\n`);
  if (run.measured.times.set_up.count === 0 && !run.isInterrupted) throw new Error('No call could be set up');
  return limits.every(({ isKept }) => isKept) ? 0 : 1;
}

interface RunParts extends LoadShell {
  readonly api: InstallationApi;
  readonly target: LoadTarget;
}

async function runOf(options: LoadOptions, parts: RunParts): Promise<LoadRun> {
  const { target, print, signal } = parts;
  const clock = systemClock();
  const measures = new Measures();
  const open = await callsOf(options, parts, measures);
  const pool = new CallerPool({ clock, measures, open });
  const installation = new InstallationMetrics(target.metrics, () => performance.now());
  // What comes next counts from here.
  const own = new OwnLoad();
  await installation.sample();
  const { calls, forMs, rampMs } = options;
  print(`${calls} conversations through ${target.through} at ${target.runtimeUrl}, for ${forMs / 1_000} s.`);
  HEADING.forEach(print);
  const startedAt = new Date().toISOString();
  const startMs = performance.now();
  pool.start(calls, rampMs);
  const intervals: LoadInterval[] = [];
  const intervalMs = Math.max(INTERVAL_MS.least, Math.min(INTERVAL_MS.most, forMs / INTERVALS_MIN));
  const isHopeless = (): boolean =>
    measures.all.times.set_up.count === 0 && measures.all.counts.calls_failed >= HOPELESS;
  while (!signal.aborted && !isHopeless() && performance.now() - startMs < forMs) {
    await passed(Math.min(startMs + forMs, startMs + (intervals.length + 1) * intervalMs) - performance.now(), signal);
    const interval = {
      at_s: Math.round((performance.now() - startMs) / 100) / 10,
      live: pool.live,
      measured: measures.takeInterval(),
      own: own.sample(),
      installation: await installation.sample(),
    };
    intervals.push(interval);
    print(rowOf(interval));
  }
  const seconds = (performance.now() - startMs) / 1_000;
  await pool.stop(GRACE_MS);
  return {
    ...{ startedAt, seconds, intervals, through: target.through, isShared: target.isLocal },
    ...{ measured: measures.all, failures: measures.failures, isInterrupted: signal.aborted },
  };
}

/** Prepares what the callers say, and answers what sets a call up. */
async function callsOf(
  options: LoadOptions,
  { api, target, env }: Pick<RunParts, 'api' | 'target' | 'env'>,
  measures: Measures,
): Promise<() => Promise<SimulatedConversation>> {
  const { runtimeUrl, orgId, agentId, webhooks } = target;
  const sources = { texts: options.texts, files: options.files };
  const calls = callOpener(options, measures);
  if (target.through === 'browser' || webhooks === null)
    return calls(browserLegs({ api, runtimeUrl, orgId, agentId }), await browserSpeech(sources));
  const token = await carrierToken(api, webhooks.provider, env);
  const { number } = options;
  return calls(carrierLegs({ webhooks, number, token, clock: systemClock() }), await carrierSpeech(sources));
}

const callOpener = ({ pauseMs, replyTimeoutMs, turns }: LoadOptions, measures: Measures) => {
  const clock = systemClock();
  const frames = new FrameClock(clock, (ms) => measures.time('send_delay', ms));
  const times = { pauseMs, greetingMs: GREETING_MS, replyMs: replyTimeoutMs };
  return <F>(opener: LegOpener<F>, speech: PreparedSpeech<F>) =>
    () =>
      openCall({ clock, frames, measures, opener, speech, times, turns });
};

/** Resolves after some time, or when the signal is given. */
const passed = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, ms));
    signal.addEventListener('abort', done);
    if (signal.aborted) done();
  });
