import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Clock } from '../../application/ports/clock.ts';
import { builtProgram, bundledProgram } from '../support/programs.ts';
import type { DeathOfCallback } from './dying-api.ts';

const CLOCK_AHEAD = new URL('clock-ahead.js', import.meta.url).href;

/** The API in a separate process, to be killed, and restarted. */
export class KilledApi {
  readonly #env: Readonly<Record<string, string | undefined>>;
  #child: ChildProcess | null = null;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  /** Starts with this wall clock. Resolves when it listens. `dies`: where it kills itself, as `dying-api.ts` has it. */
  async start(clock: Pick<Clock, 'now'>, dies?: DeathOfCallback): Promise<void> {
    const ahead = { CLOCK_AHEAD_MS: String(clock.now().getTime() - Date.now()) };
    const main =
      dies === undefined
        ? [await builtProgram('bootstrap/main'), 'api']
        : [await bundledProgram('tests/telephony/dying-api')];
    const child = spawn(process.execPath, ['--import', CLOCK_AHEAD, ...main], {
      env: { PATH: process.env['PATH'], ...this.#env, ...ahead, ...(dies !== undefined && { DIES: dies }) },
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

  /** Whether it has been killed, or has killed itself. */
  get isGone(): boolean {
    return this.#child === null || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** Kills it with SIGKILL. */
  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }
}
