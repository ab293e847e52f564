import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { ROOT } from '../suites/suites.ts';
import { freePort } from '../support/free-port.ts';
import type { TcpProxy } from '../support/tcp-proxy.ts';
import type { Service } from './records.ts';

const LOOK_MS = 50;
/** The longest time in which a process ends, in ms. */
const LONGEST_MS = 120_000;
/** Between two starts of a process that ended while it started, in ms. */
const RESTART_MS = 1_000;

/** A record of a process's log. */
export interface LoggedEvent {
  readonly event?: string;
  readonly call_id?: string;
}

export interface MemberOptions {
  readonly service: Service;
  readonly name: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
  /** Its connections to stores and to the API, by what they lead to. */
  readonly links: Readonly<Record<string, TcpProxy>>;
  readonly onEvent: (event: LoggedEvent, name: string) => void;
}

/** A process of the platform into which faults are injected. It keeps its port and its directory over restarts. */
export class Member {
  readonly service: Service;
  readonly name: string;
  readonly port: number;
  readonly links: MemberOptions['links'];
  /** False while it has a fault. */
  isHealthy = true;
  readonly #options: MemberOptions;
  #child: ChildProcess | null = null;

  constructor(options: MemberOptions) {
    this.service = options.service;
    this.name = options.name;
    this.port = options.port;
    this.links = options.links;
    this.#options = options;
  }

  /** Resolves when it is ready. As under a supervisor, it is started again when it ends before. */
  async start(): Promise<void> {
    for (;;) {
      const child = this.#spawn();
      while (child.exitCode === null && child.signalCode === null) {
        if (await this.isReady()) return;
        await setTimeout(LOOK_MS);
      }
      process.stderr.write(`${this.name} ended with ${child.exitCode ?? child.signalCode} while it started\n`);
      await setTimeout(RESTART_MS);
    }
  }

  #spawn(): ChildProcess {
    const { service, env, onEvent, name } = this.#options;
    const child = spawn(process.execPath, ['--enable-source-maps', join(ROOT, 'dist/bootstrap/main.js'), service], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{')) onEvent(JSON.parse(line) as LoggedEvent, name);
    });
    return child;
  }

  async isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
  }

  /** Sends it this signal, if it runs. */
  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Ends it with this signal, and resolves when it has ended. It is killed when it takes too long. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    const late = new AbortController();
    void setTimeout(LONGEST_MS, null, { signal: late.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await gone;
    late.abort();
  }
}

/** Free ports, different from each other. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}
