import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tests/browser/free-port.ts';
import { CarrierLeg, EchoLeg } from './carrier-leg.ts';
import { startServer, type BenchServer } from './child.ts';
import { frameLateness } from './frame-lateness.ts';
import { Metronome } from './metronome.ts';
import { cpuSeconds, residentBytes } from './process-cost.ts';
import { percentile, spread } from './statistics.ts';
import { INTERNAL_API_KEY, openDesk, type Desk } from './telephone-desk.ts';

/** What is measured has one processor, and what measures it the other. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const ROUNDS = 5;
const LATENESS_ROUNDS = 3;
const LEGS = 40;
const WINDOW_MS = 12_000;
/** Calls begin one after the other, as callers come. */
const BETWEEN_CALLS_MS = 150;
const SETTLE_MS = 2_000;
const SIMULTANEOUS = 100;
const SHORT_CALLS = 2_000;
const SHORT_AT_ONCE = 10;
/** How far ahead the runtime writes on Plivo's streams. */
const LEAD_MS = 200;
/** Of the caller. */
const FRAMES_PER_SECOND = 50;
const MIB = 1_048_576;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values: readonly number[]): number => percentile(values, 0.5);
/** So many of these, each a little after the one before. */
const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => wait(place * BETWEEN_CALLS_MS).then(make)));
const metronome = new Metronome();

/** A runtime of its own for every figure: none starts with what another left behind. */
const runtime = async ({ apiBaseUrl, simulatorUrl, runtimeUrl }: Desk): Promise<BenchServer<unknown>> =>
  startServer('runtime', {
    core: SERVER_CORE,
    env: {
      DATA_DIR: await mkdtemp(join(tmpdir(), 'voice-bench-')),
      RUNTIME_PORT: new URL(runtimeUrl).port,
      API_BASE_URL: apiBaseUrl,
      SIMULATOR_URL: simulatorUrl,
      VOICE_SERVER_BASE_URL: runtimeUrl,
      INTERNAL_API_KEY,
      LOG_LEVEL: 'error',
    },
  });

/** Processor time per leg and second, in milliseconds, and the frames that the leg got per second. */
interface Cost {
  readonly cpuMs: number;
  readonly frames: number;
}

/** What the server takes of its processor while these legs go on. */
async function costOf({ pid }: BenchServer<unknown>, framesNow: () => number): Promise<Cost> {
  await wait(SETTLE_MS);
  const [cpu, frames, startedAt] = [cpuSeconds(pid), framesNow(), performance.now()];
  await wait(WINDOW_MS);
  const legSeconds = (LEGS * (performance.now() - startedAt)) / 1000;
  return { cpuMs: ((cpuSeconds(pid) - cpu) * 1000) / legSeconds, frames: (framesNow() - frames) / legSeconds };
}

async function echoCost(): Promise<Cost> {
  const server = await startServer<{ url: string }>('echo', { core: SERVER_CORE });
  const legs = await times(LEGS, () => EchoLeg.open(server.addresses.url, metronome));
  const cost = await costOf(server, () => legs.reduce((sum, { lateness }) => sum + lateness.length, 0));
  for (const leg of legs) leg.close();
  await server.stop();
  return cost;
}

const call = async (desk: Desk): Promise<CarrierLeg> => CarrierLeg.open(await desk.ring(), metronome);

async function callCost(desk: Desk, server: BenchServer<unknown>): Promise<Cost> {
  const legs = await times(LEGS, () => call(desk));
  const cost = await costOf(server, () => legs.reduce((sum, { arrivals }) => sum + arrivals.length, 0));
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await wait(SETTLE_MS);
  return cost;
}

/** The agent is silent at times, and the echo never is: what counts is the time for a frame, there or back. */
const perFrame = ({ cpuMs, frames }: Cost): number => cpuMs / (FRAMES_PER_SECOND + frames);

async function processorTime(desk: Desk): Promise<void> {
  const server = await runtime(desk);
  say(`\nProcessor time of a live call with recording, ms a second (target: at most 6 times the echo’s; goal 4)`);
  const rounds: { ratio: number; peers: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [before, ours, after] = [await echoCost(), await callCost(desk, server), await echoCost()];
    const ratio = (2 * perFrame(ours)) / (perFrame(before) + perFrame(after));
    rounds.push({ ratio, peers: after.cpuMs / before.cpuMs });
    say(
      `  round ${round}: echo ${before.cpuMs.toFixed(2)} and ${after.cpuMs.toFixed(2)} at ${before.frames.toFixed(0)} frames/s, ` +
        `call ${ours.cpuMs.toFixed(2)} at ${ours.frames.toFixed(0)} frames/s, ratio ${ratio.toFixed(2)} by frame`,
    );
  }
  const peers = median(rounds.map((each) => each.peers));
  say(`  median ratio ${median(rounds.map(({ ratio }) => ratio)).toFixed(2)}; echo against echo ${peers.toFixed(2)}`);
  if (Math.abs(peers - 1) > 0.15) say('  the echo differs from itself: this machine is too busy to tell');
  await server.stop();
}

async function punctuality(desk: Desk): Promise<void> {
  say(`\nFrame lateness at ${SIMULTANEOUS} simultaneous calls, ms (target: p99 at most 20 beyond the echo’s)`);
  const beyond: number[] = [];
  for (let round = 1; round <= LATENESS_ROUNDS; round += 1) {
    const [echoed, ours] = [await echoLateness(), await callLateness(desk)];
    beyond.push(percentile(ours, 0.99) - percentile(echoed, 0.99));
    for (const [name, values] of Object.entries({ echo: echoed, call: ours }))
      say(`  round ${round}: ${name} ${Object.entries(spread(values)).flat().join(' ')}`);
  }
  say(`  median of what the calls’ p99 is beyond the echo’s: ${median(beyond).toFixed(1)} ms`);
}

async function echoLateness(): Promise<number[]> {
  const server = await startServer<{ url: string }>('echo', { core: SERVER_CORE });
  const legs = await times(SIMULTANEOUS, () => EchoLeg.open(server.addresses.url, metronome));
  for (const leg of legs) leg.lateness.length = 0;
  await wait(WINDOW_MS);
  const late = legs.flatMap((leg) => leg.lateness);
  for (const leg of legs) leg.close();
  await server.stop();
  return late;
}

async function callLateness(desk: Desk): Promise<number[]> {
  const server = await runtime(desk);
  const legs = await times(SIMULTANEOUS, () => call(desk));
  // What came while calls were still beginning is not of a hundred of them.
  for (const leg of legs) leg.arrivals.length = 0;
  await wait(WINDOW_MS);
  const late = legs.flatMap(({ arrivals }) => frameLateness(arrivals, LEAD_MS));
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await server.stop();
  return late;
}

async function memory(desk: Desk): Promise<void> {
  const server = await runtime(desk);
  say(
    `\nResident memory of the runtime, MiB (target: at most 1 more per live call, and back after ${SHORT_CALLS} calls)`,
  );
  const resident = (): number => residentBytes(server.pid) / MIB;
  await shortCalls(desk, SHORT_AT_ONCE * 5);
  await wait(SETTLE_MS);
  const before = resident();
  const legs = await times(SIMULTANEOUS, () => call(desk));
  let most = 0;
  for (let second = 0; second < 15; second += 1) {
    await wait(1_000);
    most = Math.max(most, resident());
  }
  await Promise.all(legs.map((leg) => leg.hangUp()));
  say(
    `  ${before.toFixed(0)} before, at most ${most.toFixed(0)} with ${SIMULTANEOUS} live calls: ${((most - before) / SIMULTANEOUS).toFixed(2)} per call`,
  );
  const startedAt = performance.now();
  await shortCalls(desk, SHORT_CALLS);
  const seconds = (performance.now() - startedAt) / 1000;
  await wait(5 * SETTLE_MS);
  say(`  ${resident().toFixed(0)} after ${SHORT_CALLS} calls in ${seconds.toFixed(0)} s`);
  await server.stop();
}

/** So many calls, some at once, that hear a little of the greeting and hang up. */
async function shortCalls(desk: Desk, count: number): Promise<void> {
  let left = count;
  const caller = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const leg = await call(desk);
      await wait(300);
      await leg.hangUp();
    }
  };
  await times(SHORT_AT_ONCE, caller);
}

if (cpus().length < 2) throw new Error('What is measured and what measures it need a processor each');
execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(LOAD_CORE), String(process.pid)]);
const loads = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');
say(`machine: ${cpus().length} x ${cpus()[0]?.model.trim()}, Node ${process.version}, load ${loads()}`);
const desk = await openDesk(`http://127.0.0.1:${await freePort()}`);
const phases = { cpu: processorTime, lateness: punctuality, memory };
for (const [name, phase] of Object.entries(phases))
  if (process.argv.length < 3 || process.argv.includes(name)) await phase(desk);
say(`\nload ${loads()}`);
await desk.close();
process.exit(0);
