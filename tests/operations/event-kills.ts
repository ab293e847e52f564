import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { Webhook } from 'standardwebhooks';
import { signingSecret } from '../../domain/events/event-endpoint.ts';
import { eventually } from '../support/eventually.ts';
import { bundledProgram } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import type { WriterFault, WriterTask } from './event-writer.ts';

const [OLD, NEW] = ['o', 'n'].map((letter) => signingSecret(letter.repeat(43))) as [string, string];
/** Until the next kill, and until everything has arrived, on a machine that is busy. In ms. */
const LONGEST_MS = 900_000;
/** Longer than the lease of a process that was killed. In ms. */
const QUIET_MS = 15_000;
/** One request of this many is refused, the first time. */
const REFUSED_EVERY = 97;

export interface KillPlan {
  /** Two for each call. */
  readonly events: number;
  readonly kills: number;
  readonly fault?: WriterFault;
  /** Where documents are stored. Embedded when left out. */
  readonly documentsUrl?: string;
  /** How long after the last request others may arrive. In ms. */
  readonly waitMs?: number;
  /** The run ends as soon as this is found. Of lost events it is not known before the end. */
  readonly endsAt?: Exclude<keyof KillFindings, 'lost'>;
}

/** What a receiver has found out about the events of a run. All are empty or 0 when delivery keeps its promises. */
export interface KillFindings {
  /** Changes of which no event arrived. */
  readonly lost: number;
  /** Changes of which events with several ids arrived. */
  readonly renamed: number;
  /** Requests whose signature the official package refuses. */
  readonly unsigned: number;
  /** Ids that arrived with several bodies. */
  readonly altered: number;
  /** Calls whose end was accepted before their start. */
  readonly disordered: number;
}

/** What happened, beside the findings. */
export interface KillRun {
  readonly findings: KillFindings;
  readonly accepted: number;
  readonly repeated: number;
  /** Requests of which another receiver would know the new secret only. */
  readonly signedTwice: number;
  readonly kills: number;
  readonly seconds: number;
}

interface Body {
  readonly type: 'call.started' | 'call.ended';
  readonly data: { readonly call_id: string };
}

/** Receives events, verifies them, and remembers what it accepted. */
class Receiver {
  /** The ids by change, in the order of their acceptance. */
  readonly #ids = new Map<string, Set<string>>();
  readonly #bodies = new Map<string, string>();
  readonly #refused = new Set<string>();
  readonly #server: Server;
  readonly #old = new Webhook(OLD);
  readonly #new = new Webhook(NEW);
  /** When the last request arrived. */
  lastAt = 0;
  requests = 0;
  repeated = 0;
  unsigned = 0;
  altered = 0;
  disordered = 0;
  /** Requests that are valid under the new secret too. */
  signedTwice = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      void this.#receive(request).then((status) => response.writeHead(status).end());
    });
  }

  get accepted(): number {
    return this.#ids.size;
  }

  get renamed(): number {
    return [...this.#ids.values()].filter(({ size }) => size > 1).length;
  }

  async listen(): Promise<string> {
    await new Promise<void>((done) => void this.#server.listen(0, '127.0.0.1', done));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => void this.#server.close(done));
  }

  async #receive(request: IncomingMessage): Promise<number> {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += String(part);
    const headers = request.headers as Record<string, string>;
    const id = headers['webhook-id'] ?? '';
    this.requests += 1;
    this.lastAt = Date.now();
    if (!this.#isGenuine(body, headers)) return ((this.unsigned += 1), 401);
    if (this.requests % REFUSED_EVERY === 0 && !this.#refused.has(id)) return (this.#refused.add(id), 503);
    this.#accept(id, body);
    return 204;
  }

  /** The receiver does not know of the rotation yet: it must be able to accept every request. */
  #isGenuine(body: string, headers: Record<string, string>): boolean {
    if (isValid(this.#new, body, headers)) this.signedTwice += 1;
    return isValid(this.#old, body, headers);
  }

  #accept(id: string, body: string): void {
    const { type, data } = JSON.parse(body) as Body;
    const change = `${data.call_id} ${type}`;
    if (this.#ids.get(change)?.has(id)) this.repeated += 1;
    if ((this.#bodies.get(id) ?? body) !== body) this.altered += 1;
    this.#bodies.set(id, body);
    if (type === 'call.ended' && !this.#ids.has(`${data.call_id} call.started`)) this.disordered += 1;
    this.#ids.set(change, (this.#ids.get(change) ?? new Set()).add(id));
  }
}

function isValid(webhook: Webhook, body: string, headers: Record<string, string>): boolean {
  try {
    webhook.verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/** Writes calls and delivers their events while the process is killed at even distances, and answers what arrived. */
export async function runWithKills({
  events,
  kills,
  fault,
  documentsUrl,
  // A restarted process first reads what is due, which takes longer the more there is.
  waitMs = 120_000 + events * 2,
  endsAt,
}: KillPlan): Promise<KillRun> {
  const started = Date.now();
  const receiver = new Receiver();
  const url = await receiver.listen();
  const stores = {
    DATA_DIR: await temporaryDirectory(),
    ...(documentsUrl !== undefined && { DOCUMENTS_URL: documentsUrl }),
  };
  const isFound = () => endsAt !== undefined && receiver[endsAt] > 0;
  const writer = new Writer(url, stores, { to: events / 2, fault: fault ?? null });
  try {
    await writer.start(null, kills > 0);
    for (let kill = 1; kill <= kills; kill += 1) {
      const reached = Math.floor((events * (kill - 0.5)) / kills);
      // What a fault has lost does not arrive.
      const isOver = () => quietMs(receiver, writer) > QUIET_MS;
      const isDue = () => writer.isWaiting || receiver.requests >= reached || isFound() || isOver();
      await eventually(isDue, `request ${reached}`, LONGEST_MS);
      if (isFound()) break;
      await writer.kill();
      await writer.start(kill * 2 > kills ? NEW : null, kill < kills);
    }
    const isSettled = () => receiver.accepted >= events || isFound() || quietMs(receiver, writer) > waitMs;
    await eventually(isSettled, 'the end of deliveries', LONGEST_MS);
  } finally {
    await writer.kill();
    await receiver.close();
  }
  const { accepted, renamed, unsigned, altered, disordered, repeated, signedTwice } = receiver;
  const findings = { lost: events - accepted, renamed, unsigned, altered, disordered };
  return { findings, accepted, repeated, signedTwice, kills, seconds: (Date.now() - started) / 1_000 };
}

/** How long nothing has arrived although the last call is written, in ms. */
function quietMs({ lastAt }: Receiver, { writtenAt, hasFailed }: Writer): number {
  if (hasFailed) throw new Error('The process ended before it was killed');
  return writtenAt === null ? 0 : Date.now() - Math.max(lastAt, writtenAt);
}

/** The process that is killed. */
class Writer {
  readonly #url: string;
  readonly #stores: Readonly<Record<string, string>>;
  readonly #plan: Pick<WriterTask, 'to' | 'fault'>;
  #child: ChildProcess | null = null;
  #written = 0;
  /** When the running process had written the last call. Null before. */
  writtenAt: number | null = null;
  /** Whether the running process waits at the weak point of its fault. */
  isWaiting = false;

  constructor(url: string, stores: Readonly<Record<string, string>>, plan: Pick<WriterTask, 'to' | 'fault'>) {
    this.#url = url;
    this.#stores = stores;
    this.#plan = plan;
  }

  get hasFailed(): boolean {
    return typeof this.#child?.exitCode === 'number';
  }

  async start(nextSecret: string | null, holds: boolean): Promise<void> {
    const task: WriterTask = { url: this.#url, secret: OLD, nextSecret, from: this.#written, holds, ...this.#plan };
    const env = {
      PATH: process.env['PATH'],
      ...this.#stores,
      API_PORT: '0',
      LOG_LEVEL: 'silent',
      LOCAL_UPSTREAMS: this.#url,
      WRITER: JSON.stringify(task),
      ...TEST_KEYS,
    };
    const child = spawn(process.execPath, [await bundledProgram('tests/operations/event-writer')], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#child = child;
    this.writtenAt = null;
    this.isWaiting = false;
    createInterface(child.stdout).on('line', (line) => {
      if (child !== this.#child) return;
      if (line === 'written') this.writtenAt = Date.now();
      else if (line === 'held') this.isWaiting = true;
      else this.#written = Number(line);
    });
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    this.#child = null;
  }
}
