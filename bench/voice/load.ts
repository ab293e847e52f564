import { frameLateness } from '../frame-lateness.ts';
import { loopWatch } from '../loop-delay.ts';
import { say, table, wait } from '../print.ts';
import { cpuSeconds } from '../process-cost.ts';
import { percentile, spread } from '../statistics.ts';
import type { TelephoneFixture } from '../telephone-fixture.ts';
import { call, echoLateness, startEcho, startRuntime, times } from '../telephone-runtime.ts';

const SIMULTANEOUS = 100;
const ROUNDS = 3;
const WINDOW_MS = 20_000;
/** How far ahead the runtime writes on Plivo's streams. In milliseconds. */
const LEAD_MS = 200;

/** Results of one round of concurrent legs. */
interface Round {
  readonly late: readonly number[];
  readonly delays: readonly number[];
  /** Processor time per leg and second, in milliseconds. */
  readonly cpuMs: number;
}

/** A hundred conversations in one process on one core, beside a bare echo of as many frames. */
export async function load(fixture: TelephoneFixture): Promise<void> {
  say(`\n${SIMULTANEOUS} simultaneous calls with recording, ms (target: event loop p99 at most 15,`);
  say('frame lateness p99 at most 20 beyond the echo’s)');
  const beyond: number[] = [];
  const costs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const [echo, ours] = [await echoRound(), await callRound(fixture)];
    beyond.push(percentile(ours.late, 0.99) - percentile(echo.late, 0.99));
    costs.push(ours.cpuMs);
    say(`  round ${round}`);
    table({
      'echo lateness': spread(echo.late),
      'call lateness': spread(ours.late),
      'echo event loop': spread(echo.delays),
      'call event loop': spread(ours.delays),
    });
  }
  say(`  lateness beyond the echo’s p99, in the median of the rounds: ${percentile(beyond, 0.5).toFixed(1)} ms`);
  const cost = percentile(costs, 0.5);
  say(`  processor time of a call: ${cost.toFixed(2)} ms a second, so ${(1_000 / cost).toFixed(0)} calls per core`);
}

async function echoRound(): Promise<Round> {
  const watch = await loopWatch();
  const server = await startEcho(watch.env);
  const before = cpuSeconds(server.pid);
  const late = await echoLateness(server.addresses.url, SIMULTANEOUS, WINDOW_MS);
  const cpuMs = ((cpuSeconds(server.pid) - before) * 1_000) / (SIMULTANEOUS * (WINDOW_MS / 1_000));
  const round = { late, delays: await watch.delaysOf(server), cpuMs };
  await server.stop();
  return round;
}

async function callRound(fixture: TelephoneFixture): Promise<Round> {
  const watch = await loopWatch();
  const server = await startRuntime(fixture, watch.env);
  const legs = await times(SIMULTANEOUS, () => call(fixture));
  await watch.delaysOf(server);
  const [cpu, startedAt] = [cpuSeconds(server.pid), performance.now()];
  await wait(WINDOW_MS);
  const legSeconds = (SIMULTANEOUS * (performance.now() - startedAt)) / 1_000;
  const cpuMs = ((cpuSeconds(server.pid) - cpu) * 1_000) / legSeconds;
  const delays = await watch.delaysOf(server);
  // Frames from the ramp-up are not counted, but their speech continues.
  const late = legs.flatMap(({ arrivals }) =>
    frameLateness(arrivals, LEAD_MS).filter((_, place) => (arrivals[place] ?? 0) >= startedAt),
  );
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await server.stop();
  return { late, delays, cpuMs };
}
