import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { printHelpIfRequested } from '../bootstrap/help.ts';
import { ROOT } from '../tests/suites/suites.ts';
import { freePort } from '../tests/support/free-port.ts';
import type { CarrierLeg } from './carrier-leg.ts';
import { stop } from './child.ts';
import { frameLateness } from './frame-lateness.ts';
import { machine, say, wait } from './print.ts';
import { cpuSeconds } from './process-cost.ts';
import { percentile } from './statistics.ts';
import { INTERNAL_API_KEY, openTelephoneFixture, type TelephoneFixture } from './telephone-fixture.ts';
import { call, times } from './telephone-runtime.ts';

printHelpIfRequested(`npm run bench:workers -- [--workers <1,2,4>] [--calls <each worker, 40>] [--total <calls>] [--seconds <30>]

Calls a runtime with these numbers of worker processes, with this number of simultaneous calls for each worker, or in total. Prints the
processor time of a call and how late its frames are. API, carrier and callers run in the process of the bench, on the same
processors.`);

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '1,2,4' },
    calls: { type: 'string', default: '40' },
    total: { type: 'string' },
    seconds: { type: 'string', default: '30' },
  },
});

/** How far ahead the runtime writes on Plivo's streams, in ms. */
const LEAD_MS = 200;
/** After the last call has begun, before anything counts, in ms. */
const REST_MS = 3_000;

/** Starts the runtime, under its supervisor if it has more than one worker. Answers its processes and what stops them. */
async function startWorkers({ apiBaseUrl, simulatorUrl, runtimeUrl }: TelephoneFixture, workers: number) {
  const supervisor = spawn(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL('worker-server.ts', import.meta.url))],
    {
      cwd: ROOT,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env['PATH'],
        DATA_DIR: await mkdtemp(join(tmpdir(), 'workers-bench-')),
        RUNTIME_PORT: new URL(runtimeUrl).port,
        RUNTIME_WORKERS: String(workers),
        API_BASE_URL: apiBaseUrl,
        SIMULATOR_URL: simulatorUrl,
        VOICE_SERVER_BASE_URL: runtimeUrl,
        INTERNAL_API_KEY,
        LOG_LEVEL: 'error',
      },
    },
  );
  while (!(await isReady(runtimeUrl))) await wait(50);
  const pids = [supervisor.pid ?? 0, ...childrenOf(supervisor.pid ?? 0)];
  return { pids, stop: () => stop(supervisor) };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

async function measure(fixture: TelephoneFixture, workers: number): Promise<void> {
  const runtime = await startWorkers(fixture, workers);
  const count = values.total === undefined ? workers * Number(values.calls) : Number(values.total);
  const legs: CarrierLeg[] = await times(count, () => call(fixture));
  await wait(REST_MS);
  const spent = (): number => runtime.pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const [before, own, startedAt] = [spent(), cpuSeconds(process.pid), performance.now()];
  const waits = legs.map(({ waits: all }) => all.length);
  await wait(Number(values.seconds) * 1_000);
  const seconds = (performance.now() - startedAt) / 1_000;
  const [cpu, ownCpu] = [spent() - before, cpuSeconds(process.pid) - own];
  const late = legs.flatMap(({ arrivals }) =>
    frameLateness(arrivals, LEAD_MS).filter((_, place) => (arrivals[place] ?? 0) >= startedAt),
  );
  const answers = legs.flatMap((leg, place) => leg.waits.slice(waits[place]));
  say(
    `  ${String(workers).padStart(2)} workers ${String(count).padStart(5)} calls   CPU of a call ${((cpu * 1_000) / seconds / count).toFixed(2)} ms/s` +
      `   runtime ${(cpu / seconds).toFixed(2)} processors, bench ${(ownCpu / seconds).toFixed(2)}` +
      `   lateness p50 ${percentile(late, 0.5).toFixed(1)}, p99 ${percentile(late, 0.99).toFixed(1)} ms of ${late.length}` +
      `   answers ${answers.length}, p50 ${percentile(answers, 0.5).toFixed(0)}, p99 ${percentile(answers, 0.99).toFixed(0)} ms`,
  );
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await runtime.stop();
}

say(machine());
const fixture = await openTelephoneFixture(`http://127.0.0.1:${await freePort()}`);
for (const workers of values.workers.split(',').map(Number)) await measure(fixture, workers);
if (cpus().length < 4)
  say('  There are fewer processors than processes: together they are slower than on processors of their own.');
say(machine());
await fixture.close();
process.exit(0);
