import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchServer } from './child.ts';
import { wait } from './print.ts';

/** A timer is asked for so often, and comes as much later as the loop is busy. In milliseconds. */
const EVERY_MS = 10;
const FILE = 'BENCH_LOOP_DELAYS';

/** In the server: notes how late its timers come, and writes it down when asked by SIGHUP. */
export function watchLoop(): void {
  const file = process.env[FILE];
  if (file === undefined) return;
  let delays: number[] = [];
  let due = performance.now() + EVERY_MS;
  const tick = (): void => {
    const now = performance.now();
    delays.push(Math.max(0, now - due));
    due = now + EVERY_MS;
    setTimeout(tick, EVERY_MS);
  };
  setTimeout(tick, EVERY_MS);
  process.on('SIGHUP', () => {
    writeFileSync(file, JSON.stringify(delays));
    delays = [];
  });
}

/** In the bench: where a server is to write its delays, and how they are asked for. */
export async function loopWatch(): Promise<{
  readonly env: Readonly<Record<string, string>>;
  /** The delays since it was asked before, in milliseconds. */
  delaysOf(server: BenchServer<unknown>): Promise<number[]>;
}> {
  const file = join(await mkdtemp(join(tmpdir(), 'voice-bench-')), 'delays.json');
  return {
    env: { [FILE]: file },
    async delaysOf({ pid }) {
      rmSync(file, { force: true });
      process.kill(pid, 'SIGHUP');
      while (!existsSync(file)) await wait(50);
      await wait(50);
      return JSON.parse(await readFile(file, 'utf8')) as number[];
    },
  };
}
