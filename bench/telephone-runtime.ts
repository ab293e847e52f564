import { execFileSync } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { CarrierLeg, EchoLeg } from './carrier-leg.ts';
import { startServer, type BenchServer } from './child.ts';
import { Metronome } from './metronome.ts';
import { wait } from './print.ts';
import { INTERNAL_API_KEY, type TelephoneFixture } from './telephone-fixture.ts';

/** What is measured has one processor, and what measures it the other. */
export const SERVER_CORE = 0;
const LOAD_CORE = 1;
/** Calls begin one after the other, as callers come. */
const BETWEEN_CALLS_MS = 150;

/** All legs of the bench keep one time. */
export const metronome = new Metronome();

/** Leaves the other processor to what is measured. */
export function stepAside(): void {
  if (cpus().length < 2) throw new Error('What is measured and what measures it need a processor each');
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(LOAD_CORE), String(process.pid)]);
}

/** A runtime of its own for every figure: none starts with what another left behind. */
export const startRuntime = async (
  fixture: TelephoneFixture,
  more: Readonly<Record<string, string>> = {},
): Promise<BenchServer<unknown>> =>
  startServer('runtime', { core: SERVER_CORE, env: { ...(await runtimeEnv(fixture)), ...more } });

/** The environment of a runtime of this fixture. */
export const runtimeEnv = async ({ apiBaseUrl, simulatorUrl, runtimeUrl }: TelephoneFixture) => ({
  DATA_DIR: await mkdtemp(join(tmpdir(), 'voice-bench-')),
  RUNTIME_PORT: new URL(runtimeUrl).port,
  API_BASE_URL: apiBaseUrl,
  SIMULATOR_URL: simulatorUrl,
  VOICE_SERVER_BASE_URL: runtimeUrl,
  INTERNAL_API_KEY,
  LOG_LEVEL: 'error',
});

/** The bare echo, on the same processor as the runtime. */
export const startEcho = (env: Readonly<Record<string, string>> = {}): Promise<BenchServer<{ url: string }>> =>
  startServer('echo', { core: SERVER_CORE, env });

/** Opens `count` of these, each a little after the previous one. */
export const times = <T>(count: number, make: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => wait(place * BETWEEN_CALLS_MS).then(make)));

/** A call that talks and listens by turns. */
export const call = async (fixture: TelephoneFixture): Promise<CarrierLeg> =>
  CarrierLeg.open(await fixture.ring(), metronome);

/** Delay of the echo's frames while `count` legs send, in ms. */
export async function echoLateness(url: string, legCount: number, windowMs: number): Promise<number[]> {
  const legs = await times(legCount, () => EchoLeg.open(url, metronome));
  for (const leg of legs) leg.lateness.length = 0;
  await wait(windowMs);
  const late = legs.flatMap((leg) => leg.lateness);
  for (const leg of legs) leg.close();
  return late;
}
