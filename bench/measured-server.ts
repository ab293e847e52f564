import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Length of a tick of /proc/PID/stat in microseconds, as Linux has it everywhere. */
const TICK_US = 10_000;
const TIMEOUT_MS = 120_000;

/** A server in a process of its own, started as its users start it. */
export interface MeasuredServer {
  readonly child: ChildProcess;
  readonly origin: string;
  /** Where it keeps what it has, if it keeps anything. */
  readonly dataDir?: string;
}

/** Starts the built API; its log goes nowhere but is written. `cores` is a list as taskset takes it. */
export async function startBuiltApi(
  cores: string,
  env: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  return startBuilt(['api'], cores, env);
}

/** Starts the built API with a carrier for campaigns that sends no callbacks. */
export async function startBuiltTelephony(env: Readonly<Record<string, string>>): Promise<MeasuredServer> {
  const carrier = { SIMULATOR_PORT: '0', VOICE_SERVER_BASE_URL: 'http://127.0.0.1:9' };
  return startBuilt(['api', 'simulator'], '0,1', { ...carrier, ...env });
}

const key = (): string => randomBytes(32).toString('base64url');

async function startBuilt(services: readonly string[], cores: string, more: object): Promise<MeasuredServer> {
  const port = await freePort();
  const dataDir = await mkdtemp(join(tmpdir(), 'api-bench-'));
  const env = {
    DATA_DIR: dataDir,
    API_PORT: String(port),
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'off',
    SECRET_KEY: key(),
    INTERNAL_API_KEY: key(),
    PROVIDER_AUTH_ENCRYPTION_KEY: key(),
    ...more,
  };
  return { ...(await start(['dist/bootstrap/main.js', ...services], port, cores, env)), dataDir };
}

/** Starts the peer: one bare route of Express. */
export async function startBareExpress(cores: string): Promise<MeasuredServer> {
  const port = await freePort();
  return start([fileURLToPath(new URL('bare-express.js', import.meta.url)), String(port)], port, cores, {});
}

/** The processor time that a server has used so far, in all its threads, in microseconds. */
export async function processorTime({ child }: MeasuredServer): Promise<number> {
  const stat = await readFile(`/proc/${String(child.pid)}/stat`, 'utf8');
  // The fields after the command's name, which may hold spaces: user and system time are the 12th and 13th of them.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

async function start(script: string[], port: number, cores: string, env: object): Promise<MeasuredServer> {
  const command = ['-c', cores, process.execPath, '--enable-source-maps', ...script];
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const child = spawn('taskset', command, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  // Whatever happens to the bench, none of its servers stays behind.
  process.once('exit', () => child.kill('SIGKILL'));
  const origin = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isUp(origin))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${script.join(' ')} did not start`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { child, origin };
}

const isUp = (origin: string): Promise<boolean> =>
  fetch(`${origin}/health`).then(
    ({ ok }) => ok,
    () => false,
  );

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
