import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../bootstrap/help.ts';
import { freePort } from '../tests/support/free-port.ts';
import { CarrierLeg, carrierMessages, EchoLeg } from './carrier-leg.ts';
import { startScript, type BenchServer } from './child.ts';
import { loopWatch } from './loop-delay.ts';
import { DELAYS, ENDPOINTING_MS } from './peer/script.ts';
import { speechFrames } from './peer/speech.ts';
import { machine, say, wait } from './print.ts';
import { cpuSeconds, residentBytes } from './process-cost.ts';
import { percentile } from './statistics.ts';
import { openTelephoneFixture } from './telephone-fixture.ts';
import { metronome, runtimeEnv, SERVER_CORE, startEcho, stepAside } from './telephone-runtime.ts';

printHelpIfRequested(`npm run bench:peer -- [--calls <10,25>] [--rounds <2>] [--seconds <30>]

Runs LiveKit Agents for Node and the runtime in turns, each alone on one core: the same callers over the same WebSocket protocol, the
same vendors, which only wait, and the same scripted recogniser. The runtime records, LiveKit Agents does not. Prints the processor time
and memory of a conversation, the delay of the event loop, the latency that is added to the vendors' and to endpointing, and the
processor time of the start and end of a call, whose caller hangs up during the greeting.`);

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '10,25' },
    rounds: { type: 'string', default: '2' },
    seconds: { type: 'string', default: '30' },
  },
});
const SECONDS = Number(values.seconds);
/** Between two calls' beginnings, and from the last one to the window. In milliseconds. */
const BETWEEN_CALLS_MS = 100;
const WARM_MS = 8_000;
/** What takes its time by configuration: preemptive generation overlaps the model with endpointing. In milliseconds. */
const CONFIGURED_MS = Math.max(ENDPOINTING_MS, DELAYS.stt + DELAYS.llm) + DELAYS.tts;
/** Calls that hang up during the greeting: how many warm up, are measured, and run at once, and the length of one in ms. */
const [WARM_CALLS, SHORT_CALLS, SHORT_AT_ONCE, SHORT_MS] = [60, 200, 5, 300] as const;
const MIB = 1_048_576;

interface Side {
  start(env: Readonly<Record<string, string>>): Promise<BenchServer<unknown>>;
  /** The address of the media socket of a new call. */
  ring(server: BenchServer<unknown>): Promise<string>;
}

/** Figures of one conversation in one round. Milliseconds, mebibytes. */
interface Round {
  readonly cpuMs: number;
  readonly mib: number;
  readonly loop: readonly number[];
  readonly added: readonly number[];
  readonly turns: number;
}

async function measure(side: Side, calls: number, speech: readonly string[]): Promise<Round> {
  const watch = await loopWatch();
  const server = await side.start(watch.env);
  await wait(1_500);
  const idle = residentBytes(server.pid);
  const legs = await Promise.all(
    Array.from({ length: calls }, async (_, place) => {
      await wait(place * BETWEEN_CALLS_MS);
      return CarrierLeg.open(await side.ring(server), metronome, speech);
    }),
  );
  await wait(WARM_MS);
  await watch.delaysOf(server);
  for (const leg of legs) leg.waits.length = 0;
  const [before, from] = [cpuSeconds(server.pid), performance.now()];
  await wait(SECONDS * 1_000);
  const seconds = (performance.now() - from) / 1_000;
  const cpuMs = ((cpuSeconds(server.pid) - before) * 1_000) / (calls * seconds);
  const loop = await watch.delaysOf(server);
  const mib = (residentBytes(server.pid) - idle) / MIB / calls;
  const added = legs.flatMap(({ waits }) => waits).map((ms) => ms - CONFIGURED_MS);
  await server.stop();
  await Promise.all(legs.map(({ closed }) => closed));
  return { cpuMs, mib, loop, added, turns: added.length / calls };
}

/** Processor time of a short call, in milliseconds, with everything that is done after it. */
async function startCost(side: Side, speech: readonly string[]): Promise<number> {
  const server = await side.start({});
  const shortCalls = async (count: number): Promise<void> => {
    let left = count;
    const caller = async (): Promise<void> => {
      while (left > 0) {
        left -= 1;
        const leg = await CarrierLeg.open(await side.ring(server), metronome, speech);
        await wait(SHORT_MS);
        await leg.hangUp();
      }
    };
    await Promise.all(Array.from({ length: SHORT_AT_ONCE }, caller));
    await wait(1_500);
  };
  await shortCalls(WARM_CALLS);
  const before = cpuSeconds(server.pid);
  await shortCalls(SHORT_CALLS);
  const cost = ((cpuSeconds(server.pid) - before) * 1_000) / SHORT_CALLS;
  await server.stop();
  return cost;
}

/** Processor time of a server that sends as many frames back as it gets, in ms a second for each socket. */
async function socketCost(calls: number): Promise<number> {
  const echo = await startEcho();
  const legs = await Promise.all(Array.from({ length: calls }, () => EchoLeg.open(echo.addresses.url, metronome)));
  await wait(1_000);
  const [before, from] = [cpuSeconds(echo.pid), performance.now()];
  await wait(10_000);
  const cost = ((cpuSeconds(echo.pid) - before) * 1_000_000) / (calls * (performance.now() - from));
  for (const leg of legs) leg.close();
  await echo.stop();
  return cost;
}

const rowOf = ({ cpuMs, mib, loop, added, turns }: Round): string =>
  [
    `${cpuMs.toFixed(1).padStart(6)} ms/s`,
    `${mib.toFixed(1).padStart(5)} MiB`,
    `loop p99 ${percentile(loop, 0.99).toFixed(1).padStart(5)}`,
    `added p50 ${percentile(added, 0.5).toFixed(1).padStart(6)}, p99 ${percentile(added, 0.99).toFixed(1).padStart(6)}`,
    `${turns.toFixed(1)} turns`,
  ].join('   ');

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;

say(machine());
const fixture = await openTelephoneFixture(`http://127.0.0.1:${await freePort()}`);
const speech = carrierMessages(await speechFrames());
stepAside();
const sides: Readonly<Record<'runtime' | 'livekit', Side>> = {
  runtime: {
    start: async (env) =>
      startScript(new URL('peer/ours.ts', import.meta.url), [], {
        core: SERVER_CORE,
        env: { ...(await runtimeEnv(fixture)), ...env },
      }),
    ring: () => fixture.ring(),
  },
  livekit: {
    start: (env) => startScript(new URL('peer/livekit.ts', import.meta.url), [], { core: SERVER_CORE, env }),
    ring: async ({ addresses }) => (addresses as { readonly url: string }).url,
  },
};
for (const calls of values.calls.split(',').map(Number)) {
  const socketMs = await socketCost(calls);
  say(
    `\n${calls} conversations on one core; a bare WebSocket with as many frames takes ${socketMs.toFixed(1)} ms/s each`,
  );
  const costs: Record<keyof typeof sides, number[]> = { runtime: [], livekit: [] };
  for (let round = 0; round < Number(values.rounds); round += 1)
    for (const name of ['runtime', 'livekit'] as const) {
      const result = await measure(sides[name], calls, speech);
      costs[name].push(result.cpuMs);
      say(`  ${name.padEnd(8)} ${rowOf(result)}`);
    }
  const [ours, theirs] = [mean(costs.runtime), mean(costs.livekit)];
  say(
    `  LiveKit Agents takes ${(theirs / ours).toFixed(1)} times the processor time, ` +
      `${((theirs - socketMs) / (ours - socketMs)).toFixed(1)} times without the socket's`,
  );
}
const starts = { runtime: await startCost(sides.runtime, speech), livekit: await startCost(sides.livekit, speech) };
say(
  `\nA call of ${SHORT_MS} ms takes ${starts.runtime.toFixed(1)} ms of the runtime, with its recording and reports, ` +
    `and ${starts.livekit.toFixed(1)} ms of LiveKit Agents`,
);
say(`\n${machine()}`);
await fixture.close();
process.exit(0);
