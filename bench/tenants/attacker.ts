import { Agent, request } from 'node:http';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { encodeAudio, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { ATTACKS, SLOW_AGENT, type Request, type Tenant, type Victim } from './attacks.ts';

/** The orders of the attacking process, as one JSON argument. */
export interface Orders {
  readonly apiUrl: string;
  readonly runtimeUrl: string;
  readonly victim: Victim;
  readonly tenants: number;
  /** A tenant repeats each attack this often at most, and only after it had its answer. In milliseconds. */
  readonly everyMs: number;
}

/** How often each attack was made, by the status of the answer; `none`: no answer. */
export type Tally = Record<string, Record<string, number>>;

const TIMEOUT_MS = 30_000;
const SOCKETS = 5;
const MESSAGES_PER_TICK = 20;
/** Frames of audio that a call may bring at once: 14 s. */
const AUDIO_FRAMES = 700;

// The attackers stand for other machines: they must not take the processor from what is measured.
setPriority(getPriority() + 10);
const orders = JSON.parse(process.argv[2] ?? '{}') as Orders;
const tally: Tally = {};
/** How often each attack of each tenant has begun: what it makes has another name each time. */
const turns: Record<string, number> = {};
const floods = new Set<WebSocket>();
const tenants = await Promise.all(Array.from({ length: orders.tenants }, (_, place) => enlist(place)));
let siege = new AbortController();
let attacks: Promise<void>[] = [];

process.on('message', (order: 'begin' | 'pause') => {
  if (order === 'begin') return begin();
  siege.abort();
  for (const socket of floods) socket.terminate();
  void Promise.all(attacks).then(() => process.send?.(tally));
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

/** Attacks with all tenants, until the siege is aborted. */
function begin(): void {
  siege = new AbortController();
  attacks = tenants.flatMap(({ tenant, client }) => [
    ...Object.entries(ATTACKS).map(([name, attack]) =>
      repeat(name, async () => String(await client.send(attack(tenant, nextTurn(`${client.address} ${name}`))))),
    ),
    ...Array.from({ length: SOCKETS }, () => [
      repeat('flooding sockets', () => flood(tenant, client.address)),
      repeat('short sockets', () => visit(tenant.victim, client.address)),
    ]).flat(),
  ]);
}

/** A tenant of its own, with an address of its own behind the platform's proxy. */
async function enlist(place: number): Promise<{ tenant: Tenant; client: ReturnType<typeof clientAt> }> {
  const client = clientAt(`198.51.100.${place + 1}`);
  const email = `hostile${place}@example.com`;
  const account = { email, password: 'a long password', organisation_name: `Hostile ${place}` };
  const { access_token, org_id } = await client.ask<Record<'access_token' | 'org_id', string>>(
    '/users/signup',
    account,
  );
  client.authorise(access_token);
  await client.ask('/auth', { provider: 'simulator', auth: { auth_id: 'MAhostile', auth_token: 'any' } });
  const { agent_id } = await client.ask<{ agent_id: string }>('/agents', SLOW_AGENT);
  return { tenant: { orgId: org_id, agentId: agent_id, email, victim: orders.victim }, client };
}

const nextTurn = (attack: string): number => (turns[attack] = (turns[attack] ?? -1) + 1);

async function repeat(name: string, once: () => Promise<string>): Promise<void> {
  const { signal } = siege;
  const answers = (tally[name] ??= {});
  await wait(Math.random() * orders.everyMs);
  while (!signal.aborted) {
    const answer = await once().catch(() => 'none');
    answers[answer] = (answers[answer] ?? 0) + 1;
    await wait(orders.everyMs);
  }
}

function clientAt(address: string) {
  const agent = new Agent({ keepAlive: true });
  let token = '';
  const send = async (what: Request): Promise<number> => (await exchange(what)).status;
  async function exchange({ method, path, body, headers, runtime }: Request) {
    // Undici writes forms; what it sends is what any client would.
    const raw = new Response(body ?? null);
    const bytes = Buffer.from(await raw.arrayBuffer());
    const type = typeof body === 'string' ? 'application/json' : raw.headers.get('content-type');
    return new Promise<{ status: number; text: string }>((resolve, reject) => {
      const outgoing = request((runtime ? orders.runtimeUrl : orders.apiUrl) + path, {
        method,
        agent,
        headers: {
          ...(type && body !== undefined ? { 'content-type': type } : {}),
          'content-length': bytes.length,
          'x-forwarded-for': address,
          ...(token && !runtime ? { authorization: `Bearer ${token}` } : {}),
          ...headers,
        },
        timeout: TIMEOUT_MS,
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer')));
      outgoing.on('error', reject);
      outgoing.on('response', (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (piece: string) => void (text += piece));
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text })).on('error', reject);
      });
      outgoing.end(bytes);
    });
  }
  return {
    address,
    send,
    authorise: (given: string) => void (token = given),
    async ask<T = unknown>(path: string, body: object): Promise<T> {
      const { status, text } = await exchange({ method: 'POST', path: `/api/v1${path}`, body: JSON.stringify(body) });
      if (status >= 300) throw new Error(`${path} answered ${status}: ${text}`);
      return JSON.parse(text) as T;
    },
  };
}

const frame = (type: string, data: object): Uint8Array =>
  encodeMessage(JSON.stringify({ label: 'rtvi-ai', type, id: 'm', data }));
const READY = frame('client-ready', {});
const TEXT = frame('send-text', { content: 'a'.repeat(4_000) });
const AUDIO = encodeAudio(
  Int16Array.from({ length: 320 }, (_, at) => 8_000 * Math.sin(at / 9)),
  16_000,
);
const MESSAGE = frame('client-message', { t: 'x', d: 'x'.repeat(1_000) });

function open(orgId: string, agentId: string, address: string): WebSocket {
  const url = `${orders.runtimeUrl.replace('http', 'ws')}/agent/${orgId}/${agentId}`;
  const headers = { 'x-forwarded-for': address };
  return new WebSocket(url, { headers, perMessageDeflate: false, handshakeTimeout: TIMEOUT_MS });
}

/** The code that a socket was closed with, or the status that refused it. */
const ending = (socket: WebSocket): Promise<string> =>
  new Promise((resolve) => {
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(String(statusCode)));
    socket.once('error', () => resolve('none')).once('close', (code) => resolve(String(code)));
  });

/** Sends as much as it is let, audio first, until it is cut off. */
async function flood({ orgId, agentId }: Tenant, address: string): Promise<string> {
  const socket = open(orgId, agentId, address);
  const ended = ending(socket);
  socket.once('open', () => {
    socket.send(READY);
    for (let count = 0; count < AUDIO_FRAMES; count += 1) socket.send(AUDIO);
  });
  floods.add(socket);
  const interval = setInterval(() => {
    if (socket.readyState !== WebSocket.OPEN || socket.bufferedAmount > 1_000_000) return;
    for (let count = 0; count < MESSAGES_PER_TICK; count += 1) socket.send(count % 2 ? TEXT : MESSAGE);
  }, 10);
  return ended.finally(() => {
    clearInterval(interval);
    floods.delete(socket);
  });
}

/** Comes and goes: a call of the victim's each time. */
async function visit({ orgId, webAgentId }: Victim, address: string): Promise<string> {
  const socket = open(orgId, webAgentId, address);
  const ended = ending(socket);
  socket.once('open', () => setTimeout(() => socket.close(), 100));
  return ended;
}
