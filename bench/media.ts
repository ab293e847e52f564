import { EchoLeg } from './carrier-leg.ts';
import type { BenchServer } from './child.ts';
import { freePort } from '../tests/support/free-port.ts';
import { machine, say, wait } from './print.ts';
import { cpuSeconds } from './process-cost.ts';
import { percentile } from './statistics.ts';
import { openTelephoneFixture, type TelephoneFixture } from './telephone-fixture.ts';
import { call, metronome, startEcho, startRuntime, stepAside, times } from './telephone-runtime.ts';

const ROUNDS = 5;
const LEGS = 40;
const WINDOW_MS = 10_000;
const REST_MS = 2_000;
/** Of the caller. */
const FRAMES_PER_SECOND = 50;

const median = (values: readonly number[]): number => percentile(values, 0.5);

/** Processor time per leg and second, in milliseconds, and the frames that the leg got per second. */
interface Cost {
  readonly cpuMs: number;
  readonly frames: number;
}

/** CPU time of the server during these calls. */
async function costOf({ pid }: BenchServer<unknown>, framesNow: () => number): Promise<Cost> {
  await wait(REST_MS);
  const [cpu, frames, startedAt] = [cpuSeconds(pid), framesNow(), performance.now()];
  await wait(WINDOW_MS);
  const legSeconds = (LEGS * (performance.now() - startedAt)) / 1000;
  return { cpuMs: ((cpuSeconds(pid) - cpu) * 1000) / legSeconds, frames: (framesNow() - frames) / legSeconds };
}

async function echoCost(): Promise<Cost> {
  const server = await startEcho();
  const legs = await times(LEGS, () => EchoLeg.open(server.addresses.url, metronome));
  const cost = await costOf(server, () => legs.reduce((sum, { lateness }) => sum + lateness.length, 0));
  for (const leg of legs) leg.close();
  await server.stop();
  return cost;
}

async function callCost(fixture: TelephoneFixture, server: BenchServer<unknown>): Promise<Cost> {
  const legs = await times(LEGS, () => call(fixture));
  const cost = await costOf(server, () => legs.reduce((sum, { arrivals }) => sum + arrivals.length, 0));
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await wait(REST_MS);
  return cost;
}

/** The agent is silent at times, and the echo never is: what counts is the time for a frame, there or back. */
const perFrame = ({ cpuMs, frames }: Cost): number => cpuMs / (FRAMES_PER_SECOND + frames);

async function processorTime(fixture: TelephoneFixture): Promise<void> {
  const server = await startRuntime(fixture);
  say(`\nProcessor time of a live call with recording, ms a second (target: at most 6 times the echo’s; goal 4)`);
  const rounds: { ratio: number; peers: number }[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [before, ours, after] = [await echoCost(), await callCost(fixture, server), await echoCost()];
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

stepAside();
say(machine());
const fixture = await openTelephoneFixture(`http://127.0.0.1:${await freePort()}`);
await processorTime(fixture);
say(`\n${machine()}`);
await fixture.close();
process.exit(0);
