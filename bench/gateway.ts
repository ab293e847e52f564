import { once } from 'node:events';
import { Agent, createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { cpus, loadavg } from 'node:os';
import { startScript } from './child.ts';
import { percentile } from './statistics.ts';

const ROUNDS = 7;
const STREAMS = 400;
const AT_ONCE = 4;
const LEAVINGS = 100;
const BODY = JSON.stringify({
  model: 'qwen3:8b',
  stream: true,
  messages: [
    { role: 'system', content: 'You are a receptionist. '.repeat(100) },
    { role: 'user', content: 'What are your opening hours?' },
  ],
});

/** All of them run this, each as something else. */
const SERVER = new URL('gateway-server.ts', import.meta.url);

interface Address {
  readonly url: string;
}

const agent = new Agent({ keepAlive: true });
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const milliseconds = (value: number): string => value.toFixed(2);

function ask(url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) };
    const sent = request(`${url}/v1/chat/completions`, { method: 'POST', headers, agent }, resolve);
    sent.on('error', reject);
    sent.end(BODY);
  });
}

/** How long the first piece of a stream was on its way, and how long from asking to having it. In milliseconds. */
async function stream(url: string): Promise<{ relayed: number; waited: number }> {
  const started = process.hrtime.bigint();
  const answer = await ask(url);
  let first: { relayed: number; waited: number } | null = null;
  for await (const piece of answer as AsyncIterable<Buffer>) {
    if (first) continue;
    const now = process.hrtime.bigint();
    const left = BigInt(/^: (\d+)\n/.exec(piece.toString('latin1'))?.[1] ?? '0');
    first = { relayed: Number(now - left) / 1e6, waited: Number(now - started) / 1e6 };
  }
  return first ?? { relayed: Number.NaN, waited: Number.NaN };
}

async function streams(url: string): Promise<{ relayed: number[]; waited: number[] }> {
  const [relayed, waited]: number[][] = [[], []];
  let left = STREAMS;
  const one = async (): Promise<void> => {
    while ((left -= 1) >= 0) {
      const first = await stream(url);
      relayed?.push(first.relayed);
      waited?.push(first.waited);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  return { relayed: relayed ?? [], waited: waited ?? [] };
}

async function firstBytes(relays: Readonly<Record<'direct' | 'proxy' | 'gateway', string>>): Promise<void> {
  say(`\nFirst piece of a stream, from leaving the model server to its client, ms; ${AT_ONCE} streams at once`);
  say('(target: the gateway’s p99 at most 2 beyond the bare proxy’s)');
  const beyond: { relayed: number; waited: number }[] = [];
  for (const url of Object.values(relays)) await streams(url);
  for (let round = 1; round <= ROUNDS; round += 1) {
    const results = new Map<string, { relayed: number; waited: number }>();
    for (const [name, url] of Object.entries(relays)) {
      const { relayed, waited } = await streams(url);
      results.set(name, { relayed: percentile(relayed, 0.99), waited: percentile(waited, 0.99) });
      const median = `p50 ${milliseconds(percentile(relayed, 0.5))} p99 ${milliseconds(percentile(relayed, 0.99))}`;
      const whole = `asked to first p50 ${milliseconds(percentile(waited, 0.5))} p99 ${milliseconds(percentile(waited, 0.99))}`;
      say(`  round ${round} ${name.padEnd(7)} ${median}, ${whole}`);
    }
    const [ours, bare] = [results.get('gateway'), results.get('proxy')];
    if (ours && bare) beyond.push({ relayed: ours.relayed - bare.relayed, waited: ours.waited - bare.waited });
  }
  const median = (pick: 'relayed' | 'waited'): string =>
    milliseconds(
      percentile(
        beyond.map((each) => each[pick]),
        0.5,
      ),
    );
  say(
    `  median of what the gateway’s p99 is beyond the proxy’s: ${median('relayed')}; asked to first: ${median('waited')}`,
  );
}

/** Clients that disconnect during a stream that never ends. */
async function leavings(): Promise<void> {
  let left: (at: number) => void = () => undefined;
  const endless = createServer((received, response) => {
    received.resume();
    if (received.method === 'GET') return void response.end('{"data":[]}');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
    response.on('close', () => left(performance.now()));
  });
  endless.listen(0, '127.0.0.1');
  await once(endless, 'listening');
  const target = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const gateway = await startScript<Address>(SERVER, ['gateway', target]);
  const times: number[] = [];
  for (let turn = 0; turn < LEAVINGS; turn += 1) {
    const answer = await ask(gateway.addresses.url);
    await once(answer, 'data');
    const noticed = new Promise<number>((resolve) => (left = resolve));
    const leftAt = performance.now();
    answer.destroy();
    times.push((await noticed) - leftAt);
  }
  say(`\nFrom a client’s leaving to the model server’s knowing, ms (target: at most 50)`);
  say(
    `  p50 ${milliseconds(percentile(times, 0.5))} p99 ${milliseconds(percentile(times, 0.99))} max ${milliseconds(Math.max(...times))}`,
  );
  await gateway.stop();
  endless.closeAllConnections();
  endless.close();
}

say(
  `machine: ${cpus().length} x ${cpus()[0]?.model.trim() ?? '?'}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1) ?? '?'}`,
);
const upstream = await startScript<Address>(SERVER, ['upstream']);
const direct = upstream.addresses.url;
const proxy = await startScript<Address>(SERVER, ['proxy', direct]);
const gateway = await startScript<Address>(SERVER, ['gateway', direct]);
await firstBytes({ direct, proxy: proxy.addresses.url, gateway: gateway.addresses.url });
await leavings();
say(`\nload ${loadavg()[0]?.toFixed(1) ?? '?'}`);
await Promise.all([gateway.stop(), proxy.stop(), upstream.stop()]);
process.exit(0);
