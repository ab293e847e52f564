import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stop } from '../child.ts';
import { say, table, wait } from '../print.ts';
import { spread } from '../statistics.ts';

const RUNS = 5;

/** How soon the built program answers. */
export async function start(): Promise<void> {
  say('\nStart of the built program to both /health answering, ms (target: at most 4000)');
  table({ start: spread(await startTimes(RUNS)) });
}

/** `npm start` without the build, until both health routes answer. */
async function startTimes(runs: number): Promise<number[]> {
  const times = [];
  for (let run = 0; run < runs; run += 1) {
    const dataDir = await mkdtemp(join(tmpdir(), 'voice-start-'));
    const env = { ...process.env, DATA_DIR: dataDir, API_PORT: '18000', RUNTIME_PORT: '17860', LOG_LEVEL: 'silent' };
    const startedAt = performance.now();
    const child = spawn(process.execPath, ['dist/bootstrap/main.js'], { env, stdio: 'inherit' });
    await Promise.all(['http://127.0.0.1:18000/health', 'http://127.0.0.1:17860/health'].map(healthy));
    times.push(performance.now() - startedAt);
    await stop(child);
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
