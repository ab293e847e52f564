import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { createHmac, createSecretKey } from 'node:crypto';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../adapters/system/clock.ts';
import { jsonwebtokenTokens } from '../adapters/tokens/jsonwebtoken.ts';
import { ApiClient } from '../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import { stop } from './child.ts';
import { load, paced } from './http-load.ts';
import { processorTime, startBareExpress, startBuiltApi, type MeasuredServer } from './measured-server.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 5;
const REQUESTS = 10_000;
/** Where peers differ by more than this from themselves, nothing was measured. */
const SAME = [0.87, 1.15] as const;
const [SERVERS_CORE, CLIENTS_CORE] = ['0', '1'];
const ACCOUNT = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const median = (values: readonly number[]): string => percentile(values, 0.5).toFixed(2);
const range = (values: readonly number[]): string =>
  `median ${median(values)}, from ${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)}`;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const spreadOf = (times: readonly number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(1)}, p99 ${percentile(times, 0.99).toFixed(1)} ms`;
const loadAverage = (): string => `load ${loadavg()[0]?.toFixed(1) ?? '?'}`;

execFileSync('taskset', ['-acp', CLIENTS_CORE, String(process.pid)]);
say(`machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, ${loadAverage()}`);
const measures = { reads: agentReads, tokens: verifications, logins: loginsAside };
const wanted = process.argv.slice(2);
for (const [name, measure] of Object.entries(measures))
  if (wanted.length === 0 || wanted.includes(name)) await measure();
process.exit(process.exitCode ?? 0);

/** Processor time of an authenticated read beside that of a bare Express route, by turns, on one core. */
async function agentReads(): Promise<void> {
  const api = await startBuiltApi(SERVERS_CORE);
  const [peer, twin] = [await startBareExpress(SERVERS_CORE), await startBareExpress(SERVERS_CORE)];
  const { token, agentId } = await someAgent(api);
  const ours = read(api, `/api/v1/agents/${agentId}`, { authorization: `Bearer ${token}` });
  const bare = [peer, twin].map((server) => read(server, '/agents/constant'));
  for (const cost of [ours, ...bare]) await cost();
  const [ratios, guards]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one = NaN, own, other = NaN] = [await bare[0]?.(), await ours(), await bare[1]?.()];
    ratios.push((2 * own) / (one + other));
    guards.push(one / other);
    say(`  ${own.toFixed(0)} us of processor time, bare Express ${one.toFixed(0)} and ${other.toFixed(0)} us`);
  }
  say(`GET /agents/{id} to a bare Express route: ${range(ratios)} (target at most 1.30); ${loadAverage()}`);
  guard('bare Express to itself', guards);
  await Promise.all([api, peer, twin].map(({ child }) => stop(child)));
}

/** Measures the microseconds of a server's processor time per request. */
function read(
  server: MeasuredServer,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): () => Promise<number> {
  return async () => {
    const before = await processorTime(server);
    await load(server.origin + path, REQUESTS, headers);
    return ((await processorTime(server)) - before) / REQUESTS;
  };
}

async function someAgent({ origin }: MeasuredServer): Promise<{ token: string; agentId: string }> {
  const api = new ApiClient(`${origin}/api/v1`);
  const { access_token: token } = await api.ask<{ access_token: string }>('POST', '/users/signup', ACCOUNT);
  api.authorise(token);
  const { agent_id: agentId } = await api.ask<{ agent_id: string }>('POST', '/agents', RECEPTIONIST);
  return { token, agentId };
}

/** Verifying tokens beside a bare HMAC over each: tokens that come for the first time, and one that comes again. */
async function verifications(): Promise<void> {
  const secret = 'the secret of the bench';
  const tokens = jsonwebtokenTokens({ secret, algorithm: 'HS256', expiresInMinutes: 30 }, systemClock());
  const key = createSecretKey(Buffer.from(secret));
  // More than are remembered: when one comes again, it has been forgotten.
  const issued = Array.from({ length: 10_000 }, (_, number) => {
    const token = tokens.issue({ email: `bench${number}@example.com`, org_id: crypto.randomUUID(), role: 'admin' });
    return { token, signed: token.slice(0, token.lastIndexOf('.')) };
  });
  const [{ token: known } = { token: '' }] = issued;
  const hmac = (): number => timeOf(({ signed }) => createHmac('sha256', key).update(signed).digest(), issued);
  const first = (): number => timeOf(({ token }) => tokens.verify(token), issued);
  const again = (): number => timeOf(() => tokens.verify(known), issued);
  for (const work of [hmac, first, again]) work();
  const rounds = Array.from({ length: ROUNDS }, () => [hmac(), first(), again(), hmac()] as const);
  const times = (place: 1 | 2): number[] => rounds.map((round) => (2 * round[place]) / (round[0] + round[3]));
  say(`verifying a token that comes again, to a bare HMAC: ${range(times(2))} (target at most 3)`);
  say(`verifying a token for the first time, to a bare HMAC: ${range(times(1))}`);
  guard(
    'HMAC to itself',
    rounds.map(([one, , , other]) => one / other),
  );
}

/** Processor time of some work done with many things, in microseconds. */
function timeOf<T>(work: (thing: T) => unknown, things: readonly T[]): number {
  const before = process.cpuUsage();
  for (let round = 0; round < 5; round += 1) for (const thing of things) work(thing);
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** How a health check fares while sixteen people log in. The server has the whole machine, as in production. */
async function loginsAside(): Promise<void> {
  const server = await startBuiltApi(`${SERVERS_CORE},${CLIENTS_CORE}`);
  const health = `${server.origin}/health`;
  await new ApiClient(`${server.origin}/api/v1`).ask('POST', '/users/signup', ACCOUNT);
  await load(health, 2_000);
  const people = startLogins(server);
  await pause(3_000);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [alone, aside]: [number[], number[]] = [[], []];
    // By turns in short pieces, so that whatever else the machine does meets both.
    for (let piece = 0; piece < 4; piece += 1) {
      people.kill('SIGSTOP');
      await pause(1_200);
      alone.push(...(await paced(health, 200, 5)));
      people.kill('SIGCONT');
      await pause(300);
      aside.push(...(await paced(health, 200, 5)));
    }
    ratios.push(percentile(aside, 0.99) / percentile(alone, 0.99));
    say(`  /health alone ${spreadOf(alone)}; beside 16 logins ${spreadOf(aside)}`);
  }
  say(`/health p99 beside logins to that without: ${range(ratios)} (target at most 2); ${loadAverage()}`);
  people.kill('SIGKILL');
  await stop(server.child);
}

/** People who log in, on the clients' core and in a process of their own. */
function startLogins({ origin }: MeasuredServer): ChildProcess {
  const script = fileURLToPath(new URL('logins.ts', import.meta.url));
  const { email, password } = ACCOUNT;
  const command = ['--import', 'tsx', script, `${origin}/api/v1`, email, password];
  const people = spawn('taskset', ['-c', CLIENTS_CORE, process.execPath, ...command], { stdio: 'inherit' });
  process.once('exit', () => people.kill('SIGKILL'));
  return people;
}

/** Says how a peer compares with itself, and fails the run when it differs. */
function guard(what: string, ratios: readonly number[]): void {
  const middle = percentile(ratios, 0.5);
  const isSteady = middle >= SAME[0] && middle <= SAME[1];
  say(`  guard, ${what}: ${range(ratios)}${isSteady ? '' : ' - the run is void'}`);
  if (!isSteady) process.exitCode = 1;
}
