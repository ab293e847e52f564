import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stop } from '../child.ts';
import { say, table, wait } from '../print.ts';
import { spread } from '../statistics.ts';

const RUNS = 5;
const PORTS = { api: 18000, runtime: 17860, gateway: 18100, simulator: 18200 } as const;

/** How soon the built program answers `/health`: each service in a process of its own, and what `npm start` starts. */
export async function start(): Promise<void> {
  say('\nStart of the built program to /health answering, ms (target: at most 1500 for each service)');
  const rows: Record<string, Record<string, string>> = {};
  for (const [name, port] of Object.entries(PORTS)) rows[name] = spread(await startTimes([name], [port]));
  rows['all in one process'] = spread(await startTimes([], Object.values(PORTS)));
  table(rows);
}

async function startTimes(services: readonly string[], ports: readonly number[]): Promise<number[]> {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'voice-start-'));
    const settings = Object.entries(PORTS).map(([name, port]) => [`${name.toUpperCase()}_PORT`, String(port)] as const);
    const env = { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...Object.fromEntries(settings) };
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['dist/bootstrap/main.js', ...services], { env, stdio: 'inherit' });
    await Promise.all(ports.map((port) => healthy(`http://127.0.0.1:${port}/health`)));
    times.push(performance.now() - startedAt);
    await stop(child);
    await rm(dataDir, { recursive: true, force: true });
  }
  return times;
}

async function healthy(url: string): Promise<void> {
  for (;;) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (isUp) return;
    await wait(5);
  }
}
