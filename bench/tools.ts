import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../tests/support/free-port.ts';
import { ApiClient } from '../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../tools/demo/scene.ts';
import { machine, say, table, wait } from './print.ts';
import { percentile, spread } from './statistics.ts';
import { openTelephoneFixture, type TelephoneFixture } from './telephone-fixture.ts';
import { call, startRuntime, stepAside, times } from './telephone-runtime.ts';
import { TOOL_ENV, WRITTEN_MS, type ToolTime } from './tools/model.ts';
import { bargeIn } from './voice/barge-in.ts';

const CALLS = 50;
const WARM_MS = 10_000;
const WINDOW_MS = 60_000;
/** Windows in which the overhead is measured: others use the machine too. */
const WINDOWS = 3;
/** How long the server of the tool takes to answer, in milliseconds: longer while callers interrupt. */
const SERVER_MS = { overhead: 100, 'barge-in': 1_000 } as const;
/** What the product may add to the bare request at the 99th percentile, in ms. */
const TARGET_MS = 10;

const PARTS = { overhead, 'barge-in': bargeInWithTools } as const;
type Part = keyof typeof PARTS;

const names = process.argv.slice(2);
const strange = names.filter((name) => !Object.hasOwn(PARTS, name));
if (strange.length > 0)
  throw new Error(`Not measured: ${strange.join(', ')}. Measured: ${Object.keys(PARTS).join(', ')}`);

say(machine());
stepAside();
for (const [name, measure] of Object.entries(PARTS) as [Part, (typeof PARTS)[Part]][]) {
  if (names.length > 0 && !names.includes(name)) continue;
  const server = await toolServer(SERVER_MS[name]);
  const reached = { LOCAL_UPSTREAMS: new URL(server.url).origin };
  const fixture = await openTelephoneFixture(`http://127.0.0.1:${await freePort()}`, reached);
  await giveTool(fixture, server.url);
  await measure(fixture, { ...reached, [TOOL_ENV.url]: server.url });
  await fixture.close();
  server.close();
}
say(`\n${machine()}`);
process.exit(0);

/** What a tool with side effects takes beyond its request: checks, journal, answer and the next request to the model. */
async function overhead(fixture: TelephoneFixture, env: Readonly<Record<string, string>>): Promise<void> {
  say(
    `\nA tool at ${CALLS} calls, ms from the call to the next request to the model (target: p99 at most ${TARGET_MS}`,
  );
  say(
    `beyond that of a bare request from the same process at the same time); its server takes ${SERVER_MS.overhead} ms`,
  );
  const file = join(await mkdtemp(join(tmpdir(), 'voice-bench-')), 'times.json');
  const runtime = await startRuntime(fixture, {
    ...env,
    ...{ BENCH_REPLY_SECONDS: '1', [TOOL_ENV.mode]: 'silent', [TOOL_ENV.file]: file },
  });
  const legs = await times(CALLS, () => call(fixture));
  await wait(WARM_MS);
  const excesses: Excess[] = [];
  for (let window = 1; window <= WINDOWS; window += 1) {
    const before = await readTimes(file);
    await wait(WINDOW_MS);
    excesses.push(excessOf((await readTimes(file)).slice(before.length)));
  }
  await Promise.all(legs.map((leg) => leg.hangUp()));
  await runtime.stop();
  const middle = (name: keyof Excess): string =>
    percentile(
      excesses.map((excess) => excess[name]),
      0.5,
    ).toFixed(1);
  say(`  median of ${WINDOWS} windows: median ${middle('median')} ms, p99 ${middle('p99')} ms beyond the bare request`);
}

/** What a tool takes beyond its bare request, in ms. */
interface Excess {
  readonly median: number;
  readonly p99: number;
}

/** Prints the durations of one window. */
function excessOf(window: readonly ToolTime[]): Excess {
  const [tool, bare] = [window.map((time) => time.tool), window.map((time) => time.bare)];
  const pairs = window.map((time) => time.tool - time.bare);
  table({ 'bare request': spread(bare), tool: spread(tool), 'tool - bare': spread(pairs) });
  const beyond = (share: number): number => percentile(tool, share) - percentile(bare, share);
  say(`  beyond the bare request: median ${beyond(0.5).toFixed(1)} ms, p99 ${beyond(0.99).toFixed(1)} ms`);
  return { median: beyond(0.5), p99: beyond(0.99) };
}

/** Callers interrupt replies while their tools run, beside the same without tools. */
async function bargeInWithTools(fixture: TelephoneFixture, env: Readonly<Record<string, string>>): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'voice-bench-')), 'times.json');
  await bargeIn(fixture, {}, ' without tools');
  await bargeIn(fixture, { ...env, [TOOL_ENV.mode]: 'spoken', [TOOL_ENV.file]: file }, ' while their tools run');
}

async function readTimes(file: string): Promise<readonly ToolTime[]> {
  await wait(2 * WRITTEN_MS);
  return JSON.parse(await readFile(file, 'utf8')) as readonly ToolTime[];
}

/** A server that answers every request after this long. */
async function toolServer(ms: number) {
  const server = createServer((request, response) => {
    request.resume();
    setTimeout(() => response.setHeader('content-type', 'application/json').end('{"table":7}'), ms);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/book`, close: () => server.close() };
}

/** Gives the agent of the fixture a tool with side effects, which is journaled and has an `Idempotency-Key`. */
async function giveTool({ apiBaseUrl, token, victim }: TelephoneFixture, url: string): Promise<void> {
  const api = new ApiClient(apiBaseUrl);
  api.authorise(token);
  const tool = {
    ...{ type: 'http', name: 'book', description: 'Books a table.' },
    parameters: { type: 'object', properties: { size: { type: 'integer', minimum: 1 } }, required: ['size'] },
    request: { method: 'POST', url, body: { size: '{{size}}' } },
  };
  await api.ask('PATCH', `/agents/${victim.agentId}`, { config: { ...RECEPTIONIST.config, tools: [tool] } });
}
