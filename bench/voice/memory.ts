import type { BenchServer } from '../child.ts';
import { say, wait } from '../print.ts';
import { residentBytes } from '../process-cost.ts';
import { slope } from '../statistics.ts';
import type { TelephoneFixture } from '../telephone-fixture.ts';
import { call, startRuntime, times } from '../telephone-runtime.ts';

const SIMULTANEOUS = 100;
const LIVE_SECONDS = 15;
const SHORT_CALLS = 5_000;
const SHORT_AT_ONCE = 20;
const SHORT_MS = 300;
const WARM_CALLS = 400;
/** Calls between two memory samples. */
const STRIDE = 250;
/** Recordings are still on their way when a call is over: it is swept until no more is given back. */
const REST_MS = 1_000;
const MOST_SWEEPS = 10;
const MIB = 1_048_576;

/** What a live call takes, and what is left of many short ones. */
export async function memory(fixture: TelephoneFixture): Promise<void> {
  const server = await startRuntime(fixture);
  say('\nResident memory of the runtime, MiB (target: at most 1 more per live call with recording,');
  say(`and no growth over ${SHORT_CALLS} short calls)`);
  await shortCalls(fixture, WARM_CALLS);
  const before = await swept(server);
  const most = await liveCalls(fixture, server);
  const each = (most - before) / SIMULTANEOUS;
  say(
    `  ${before.toFixed(0)} before, at most ${most.toFixed(0)} with ${SIMULTANEOUS} calls: ${each.toFixed(2)} per call`,
  );
  const samples = [await swept(server)];
  for (let calls = 0; calls < SHORT_CALLS; calls += STRIDE) {
    await shortCalls(fixture, STRIDE);
    samples.push(await swept(server));
  }
  const { perStep, error } = slope(samples);
  const perCall = (value: number): string => ((value * 1_024) / STRIDE).toFixed(2);
  say(`  every ${STRIDE} short calls: ${samples.map((sample) => sample.toFixed(0)).join(' ')}`);
  say(`  slope ${perCall(perStep)} KiB a call, twice its standard error ${perCall(2 * error)}`);
  await server.stop();
}

const resident = ({ pid }: BenchServer<unknown>): number => residentBytes(pid) / MIB;

/** What is resident once the heap is swept and nothing more is given back. */
async function swept(server: BenchServer<unknown>): Promise<number> {
  let least = Infinity;
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep += 1) {
    process.kill(server.pid, 'SIGUSR2');
    await wait(REST_MS);
    const now = resident(server);
    if (now > least - 1) return Math.min(now, least);
    least = now;
  }
  return least;
}

/** Peak resident memory while `count` calls were live. */
async function liveCalls(fixture: TelephoneFixture, server: BenchServer<unknown>): Promise<number> {
  const legs = await times(SIMULTANEOUS, () => call(fixture));
  let most = 0;
  for (let second = 0; second < LIVE_SECONDS; second += 1) {
    await wait(1_000);
    most = Math.max(most, resident(server));
  }
  await Promise.all(legs.map((leg) => leg.hangUp()));
  return most;
}

/** Makes `count` short calls, some concurrently, that hang up during the greeting. */
async function shortCalls(fixture: TelephoneFixture, count: number): Promise<void> {
  let left = count;
  const caller = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const leg = await call(fixture);
      await wait(SHORT_MS);
      await leg.hangUp();
    }
  };
  await times(SHORT_AT_ONCE, caller);
}
