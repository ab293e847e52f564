import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { isLive, type CallLog } from '../../domain/calls/call-log.ts';
import { freePort } from '../support/free-port.ts';
import { openPlatform, type OpenPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { forwardClock } from './forward-clock.ts';
import { joinTelephone, TIMEOUT_MS, type Telephone } from './telephone.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { eventually } from '../support/eventually.ts';

const CALLS_MAX = 3;
const { INTERNAL_API_KEY, PROVIDER_AUTH_ENCRYPTION_KEY } = TEST_KEYS;
const NUMBER = '+14155550107';

/** A runtime in a separate process with a live call of every type, to be killed, and the API that detects it. */
export async function lostRuntime() {
  const port = await freePort();
  const runtimeUrl = `http://127.0.0.1:${port}`;
  const clock = forwardClock();
  const platform = await openPlatform({
    services: ['api', 'simulator'],
    env: {
      INTERNAL_API_KEY,
      PROVIDER_AUTH_ENCRYPTION_KEY,
      VOICE_SERVER_BASE_URL: runtimeUrl,
      DEFAULT_ORG_CONCURRENCY_LIMIT: String(CALLS_MAX),
    },
    parts: { clock },
  });
  const runtime = await startedRuntime(platform, port);
  const close = async (): Promise<void> => {
    await killed(runtime);
    await platform.close();
  };
  try {
    await listening(runtime);
    const telephone = await joinTelephone({ ...platform, runtimeUrl });
    await threeCalls(telephone, runtimeUrl);
    return { clock, telephone, close, kill: () => killed(runtime), settled: () => settled(telephone) };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startedRuntime(
  { directory, apiBaseUrl, simulatorUrl }: OpenPlatform,
  port: number,
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    DATA_DIR: `${directory}/runtime`,
    RUNTIME_PORT: String(port),
    API_BASE_URL: apiBaseUrl,
    SIMULATOR_URL: simulatorUrl ?? '',
    INTERNAL_API_KEY,
    VOICE_SERVER_BASE_URL: `http://127.0.0.1:${port}`,
  };
  const command = [await builtProgram('bootstrap/main'), 'runtime'];
  const runtime = spawn(process.execPath, command, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  // It ends with the tests.
  const kill = (): void => void runtime.kill('SIGKILL');
  process.once('exit', kill);
  runtime.once('exit', () => process.off('exit', kill));
  return runtime;
}

async function killed(runtime: ChildProcess): Promise<void> {
  if (runtime.exitCode !== null || runtime.signalCode !== null) return;
  const exited = once(runtime, 'exit');
  runtime.kill('SIGKILL');
  await exited;
}

async function listening({ stdout }: ChildProcess): Promise<void> {
  for await (const line of createInterface(stdout as NodeJS.ReadableStream)) {
    if ((JSON.parse(line) as { event: string }).event !== 'runtime.listening') continue;
    // Without a reader of its output, the process would stop once the pipe is full.
    stdout?.resume();
    return;
  }
  throw new Error('The runtime ended without listening');
}

/** One browser call, one inbound and one outbound call. */
async function threeCalls(telephone: Telephone, runtimeUrl: string): Promise<void> {
  const { simulate, dial, orgId, browserAgentId } = telephone;
  await simulate('POST', '/callees', { number: NUMBER, say: [], patience_ms: 600_000 });
  await SyntheticCaller.join(`${runtimeUrl.replace('http', 'ws')}/agent/${orgId}/${browserAgentId}`);
  const sid = await telephone.ring({ say: [], patience_ms: 600_000 });
  const { provider_call_sid } = await dial(NUMBER);
  const talks = ({ status }: CallLog): boolean => status === 'in_progress';
  await Promise.all([telephone.bySid(sid, talks), telephone.bySid(provider_call_sid ?? '', talks)]);
  const talking = (await telephone.logs()).map(({ status }) => status);
  assert.deepEqual(
    talking,
    Array.from({ length: CALLS_MAX }, () => 'in_progress'),
  );
}

/** The logs of its calls, once all have ended. */
const settled = ({ logs }: Telephone): Promise<CallLog[]> =>
  eventually(
    async () => {
      const seen = await logs();
      return seen.some(({ status }) => isLive(status)) ? null : seen;
    },
    'the end of all calls',
    TIMEOUT_MS,
  );
