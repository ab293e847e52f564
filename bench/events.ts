import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ApiClient } from '../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import { stop } from './child.ts';
import { paced } from './http-load.ts';
import { startBuiltApi, type MeasuredServer } from './measured-server.ts';
import { machine, say, table, wait } from './print.ts';
import { cpuSeconds } from './process-cost.ts';
import { percentile, spread } from './statistics.ts';

/** Ended calls a second while the latency is measured, and at each of two APIs while an endpoint of one hangs. */
const ENDED_PER_SECOND = { latency: 50, hanging: 10 } as const;
const LATENCY_SECONDS = 60;
/** How long a customer's server takes to answer, in ms. */
const ANSWER_MS = 20;
const ENDPOINTS = 10;
const ROUNDS = 5;
const ROUND_SECONDS = 12;
/** Requests to each API, in ms. */
const READ_EVERY_MS = 10;
/** Calls that are created at the same time. */
const CREATED_AT_ONCE = 8;
const TARGET = { medianMs: 200, ratio: 1.2 } as const;

const PARTS = { latency, hanging } as const;
const names = process.argv.slice(2);
const strange = names.filter((name) => !Object.hasOwn(PARTS, name));
if (strange.length > 0)
  throw new Error(`Not measured: ${strange.join(', ')}. Measured: ${Object.keys(PARTS).join(', ')}`);

say(machine());
for (const [name, measure] of Object.entries(PARTS)) if (names.length === 0 || names.includes(name)) await measure();
say(`\n${machine()}`);
process.exit(0);

/** The time from the request that ends a call until its event reaches the endpoint. */
async function latency(): Promise<void> {
  const rate = ENDED_PER_SECOND.latency;
  const arrived = new Map<string, number>();
  const receiver = await openReceiver((_path, callId) => {
    if (!arrived.has(callId)) arrived.set(callId, performance.now());
  });
  const customer = await openCustomer(receiver.url, ['/events']);
  const calls = await customer.startCalls(rate * LATENCY_SECONDS);
  const ended = await customer.endCalls(calls, 1_000 / rate);
  for (let waited = 0; waited < 60_000 && arrived.size < calls.length; waited += 100) await wait(100);
  const times = calls.flatMap((id) => (arrived.has(id) ? [(arrived.get(id) ?? 0) - (ended.get(id) ?? 0)] : []));
  say(`\nFrom the request that ends a call to its event at the endpoint, ${rate} ended calls a second, in ms`);
  table({ events: spread(times) });
  say(`  ${calls.length - times.length} of ${calls.length} events did not arrive within a minute`);
  say(`  median ${percentile(times, 0.5).toFixed(1)} ms (target at most ${TARGET.medianMs})`);
  await customer.close();
  receiver.server.close();
}

/**
 * Two APIs with ten endpoints each, at the same time: one endpoint of the second hangs after the guard. Since both meet
 * whatever else the machine does, the ratio of their times is what the hanging endpoint costs.
 */
async function hanging(): Promise<void> {
  const rate = ENDED_PER_SECOND.hanging;
  let hangs = false;
  const receiver = await openReceiver(
    () => undefined,
    (path) => hangs && path === '/hangs/0',
  );
  const paths = (name: string) => Array.from({ length: ENDPOINTS }, (_, at) => `/${name}/${at}`);
  const [healthy, other] = [
    await openCustomer(receiver.url, paths('healthy')),
    await openCustomer(receiver.url, paths('hangs')),
  ];
  const both = [healthy, other];
  say(
    `\nGET /agents/{id} at two APIs with ${ENDPOINTS} endpoints each and ${rate} ended calls a second each, in ms, and its processor time in s`,
  );
  const results: Record<'guard' | 'hangs', number[]> = { guard: [], hangs: [] };
  for (const phase of ['guard', 'hangs'] as const) {
    hangs = phase === 'hangs';
    for (let round = 0; round < ROUNDS; round += 1) {
      const calls = await Promise.all(both.map((each) => each.startCalls(rate * ROUND_SECONDS)));
      const ending = both.map((each, at) => each.endCalls(calls[at] ?? [], 1_000 / rate));
      const before = both.map((each) => each.cpuSeconds());
      const [alone, beside] = await Promise.all(both.map((each) => each.read((ROUND_SECONDS * 1_000) / READ_EVERY_MS)));
      await Promise.all(ending);
      const [cpu, cpuBeside] = both.map((each, at) => each.cpuSeconds() - (before[at] ?? 0));
      const ratio = percentile(beside ?? [], 0.99) / percentile(alone ?? [], 0.99);
      results[phase].push(ratio);
      table({
        [phase]: {
          ...spread(alone ?? []),
          cpu: (cpu ?? 0).toFixed(2),
          '| p50': percentile(beside ?? [], 0.5).toFixed(1),
          'p99 ': percentile(beside ?? [], 0.99).toFixed(1),
          'cpu ': (cpuBeside ?? 0).toFixed(2),
          ratio: ratio.toFixed(2),
        },
      });
    }
  }
  const median = (values: readonly number[]): string => percentile(values, 0.5).toFixed(2);
  say(`  guard, p99 of one API to that of the other: median ${median(results.guard)}`);
  say(
    `  p99 with one of ten endpoints that hangs to that without: median ${median(results.hangs)} (target at most ${TARGET.ratio})`,
  );
  await Promise.all(both.map((each) => each.close()));
  receiver.server.closeAllConnections();
  receiver.server.close();
}

interface Receiver {
  readonly url: string;
  readonly server: Server;
}

/** Servers of customers in this process. Those that hang never answer. */
async function openReceiver(
  onEvent: (path: string, callId: string) => void,
  hangs: (path: string) => boolean = () => false,
): Promise<Receiver> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (part: string) => (body += part));
    request.on('end', () => {
      const path = request.url ?? '';
      onEvent(path, (JSON.parse(body) as { data: { call_id: string } }).data.call_id);
      if (!hangs(path)) setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** An organisation with endpoints at an API of its own. */
async function openCustomer(receiver: string, paths: readonly string[]) {
  const server: MeasuredServer = await startBuiltApi('0,1', {
    LOCAL_UPSTREAMS: receiver,
    DEFAULT_ORG_CONCURRENCY_LIMIT: '10000',
    ANONYMOUS_CALLS_SHARE: '100',
  });
  const api = new ApiClient(`${server.origin}/api/v1`, 60_000);
  const account = { email: 'bench@example.com', password: 'only for the bench', organisation_name: 'Bench' };
  const { access_token: token } = await api.ask<{ access_token: string }>('POST', '/users/signup', account);
  api.authorise(token);
  const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', RECEPTIONIST);
  for (const path of paths)
    await api.ask('POST', '/event-endpoints', { url: receiver + path, event_types: ['call.ended'] });
  const startCall = async (): Promise<string> => {
    const { call_id } = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id });
    await api.ask('PATCH', `/calls/${call_id}`, { status: 'in_progress' });
    return call_id;
  };
  return {
    /** Calls in progress. */
    async startCalls(count: number): Promise<string[]> {
      const ids: string[] = [];
      while (ids.length < count)
        ids.push(
          ...(await Promise.all(Array.from({ length: Math.min(CREATED_AT_ONCE, count - ids.length) }, startCall))),
        );
      return ids;
    },
    /** Ends a call every few ms, and answers when each request was sent. */
    async endCalls(ids: readonly string[], everyMs: number): Promise<Map<string, number>> {
      const [sentAt, startedAt] = [new Map<string, number>(), performance.now()];
      const requests: Promise<unknown>[] = [];
      for (const [at, id] of ids.entries()) {
        await wait(Math.max(0, startedAt + at * everyMs - performance.now()));
        sentAt.set(id, performance.now());
        requests.push(api.ask('PATCH', `/calls/${id}`, { status: 'completed' }));
      }
      await Promise.all(requests);
      return sentAt;
    },
    /** The times of reads, one every few ms. */
    read: (count: number) =>
      paced(`${server.origin}/api/v1/agents/${agent_id}`, count, READ_EVERY_MS, () => ({
        authorization: `Bearer ${token}`,
      })),
    cpuSeconds: () => cpuSeconds(server.child.pid ?? 0),
    close: () => stop(server.child),
  };
}
