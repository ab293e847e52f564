import { spawn, type ChildProcess } from 'node:child_process';
import { createHmac, createSecretKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { systemClock } from '../adapters/system/clock.ts';
import { jsonwebtokenTokens } from '../adapters/tokens/jsonwebtoken.ts';
import { ApiClient } from '../bootstrap/demo/api-client.ts';
import { RECEPTIONIST } from '../bootstrap/demo/scene.ts';
import { stop } from './child.ts';
import { load } from './load.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 5;
const REQUESTS = 3_000;
/** Length of a tick of /proc/PID/stat in microseconds, as Linux has it everywhere. */
const TICK_US = 10_000;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`,
);
await agentReads();
verifications();
await loginsAside();
process.exit(0);

/** Processor time of an authenticated read beside that of an empty Express route, by turns. */
async function agentReads(): Promise<void> {
  const [ours, express] = await Promise.all([server('api'), server('express')]);
  const api = new ApiClient(ours.url);
  const account = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };
  const { access_token } = await api.ask<{ access_token: string }>('POST', '/users/signup', account);
  api.authorise(access_token);
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', RECEPTIONIST);
  const sides = [
    { child: ours.child, url: `${ours.url}/agents/${agent_id}`, headers: { authorization: `Bearer ${access_token}` } },
    { child: express.child, url: `${express.url}/agents/x`, headers: {} },
  ] as const;
  for (const { url, headers } of sides) await load(url, REQUESTS, headers);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const [own, bare] = [await cost(sides[0]), await cost(sides[1])];
    ratios.push(own / bare);
    say(`  GET /agents/{id}: ${own.toFixed(0)} us of processor time, bare Express route ${bare.toFixed(0)} us`);
  }
  say(`ratio to a bare Express route: median ${percentile(ratios, 0.5).toFixed(2)} (target at most 1.30)`);
  await Promise.all([stop(ours.child), stop(express.child)]);
}

/** Microseconds of the server's processor time per request. */
async function cost({
  child,
  url,
  headers,
}: {
  child: ChildProcess;
  url: string;
  headers: Record<string, string>;
}): Promise<number> {
  const before = await processorTime(child);
  await load(url, REQUESTS, headers);
  return ((await processorTime(child)) - before) / REQUESTS;
}

async function processorTime({ pid }: ChildProcess): Promise<number> {
  const stat = await readFile(`/proc/${String(pid)}/stat`, 'utf8');
  // The fields after the command's name, which may hold spaces: user and system time are the 12th and 13th of them.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** Verifying a token beside a bare HMAC over it. */
function verifications(): void {
  const secret = 'the secret of the bench';
  const tokens = jsonwebtokenTokens({ secret, algorithm: 'HS256', expiresInMinutes: 30 }, systemClock());
  const token = tokens.issue({ email: 'bench@example.com', org_id: crypto.randomUUID(), role: 'admin' });
  const key = createSecretKey(Buffer.from(secret));
  const signed = token.slice(0, token.lastIndexOf('.'));
  const verify = (): unknown => tokens.verify(token);
  const hmac = (): unknown => createHmac('sha256', key).update(signed).digest();
  for (const work of [verify, hmac]) timeOf(work);
  const ratios = Array.from({ length: ROUNDS }, () => timeOf(verify) / timeOf(hmac));
  say(`verifying a token: median ${percentile(ratios, 0.5).toFixed(2)} times a bare HMAC (target at most 3)`);
}

function timeOf(work: () => unknown): number {
  const startedAt = performance.now();
  for (let count = 0; count < 20_000; count += 1) work();
  return performance.now() - startedAt;
}

/** How a health check fares while sixteen people log in. */
async function loginsAside(): Promise<void> {
  const { child, url } = await server('api');
  const api = new ApiClient(url);
  const account = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };
  await api.ask('POST', '/users/signup', account);
  const health = `${new URL(url).origin}/health`;
  await load(health, 1_000);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = percentile(await paced(health), 0.99);
    const logging = { in: true };
    const logins = Array.from({ length: 16 }, async () => {
      while (logging.in) await api.ask('POST', '/users/login', { email: account.email, password: account.password });
    });
    const aside = percentile(await paced(health), 0.99);
    logging.in = false;
    await Promise.all(logins);
    ratios.push(aside / alone);
    say(`  /health p99: ${alone.toFixed(1)} ms alone, ${aside.toFixed(1)} ms beside 16 logins`);
  }
  say(`p99 beside logins: median ${percentile(ratios, 0.5).toFixed(2)} times that without (target at most 2)`);
  await stop(child);
}

/** A health check every 5 ms, 300 times. */
async function paced(url: string): Promise<number[]> {
  const times: Promise<number[]>[] = [];
  for (let count = 0; count < 300; count += 1) {
    times.push(load(url, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return (await Promise.all(times)).flat();
}

async function server(kind: 'api' | 'express'): Promise<{ child: ChildProcess; url: string }> {
  const script = fileURLToPath(new URL('api-server.ts', import.meta.url));
  // The log goes nowhere but is written, as in production; the address comes on the other stream.
  const child = spawn(process.execPath, ['--import', 'tsx', script, kind], { stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(child.stderr))
    if (line.startsWith('{')) return { child, url: (JSON.parse(line) as { url: string }).url };
  throw new Error('The server ended without saying where it listens');
}
