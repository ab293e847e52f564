import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Clock } from '../../application/ports/clock.ts';

const CLOCK_AHEAD = new URL('clock-ahead.ts', import.meta.url).href;

/** The API in a separate process, to be killed, and restarted. */
export class KilledApi {
  readonly #env: Readonly<Record<string, string | undefined>>;
  #child: ChildProcess | null = null;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** Starts with this wall clock. Resolves when it listens. */
  async start(clock: Pick<Clock, 'now'>): Promise<void> {
    const ahead = { CLOCK_AHEAD_MS: String(clock.now().getTime() - Date.now()) };
    const child = spawn(process.execPath, ['--import', 'tsx', '--import', CLOCK_AHEAD, 'bootstrap/main.ts', 'api'], {
      env: { PATH: process.env['PATH'], ...this.#env, ...ahead },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    for await (const line of createInterface(child.stdout)) {
      if ((JSON.parse(line) as { event?: string }).event !== 'api.listening') continue;
      child.stdout.resume();
      return;
    }
    throw new Error('The API ended without listening');
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
