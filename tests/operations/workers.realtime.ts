import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { root } from '../architecture/cruise.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { isDelivered, joinPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { atEndOfTest, killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const LONGEST_MS = 240_000;
/** Among 20 calls, one worker gets all by chance in two of a million runs. */
const MOST_CALLS = 20;

interface LoggedEvent {
  readonly event: string;
  readonly worker?: string;
  readonly pid?: number;
  readonly call_id?: string;
  readonly code?: number | null;
  readonly signal?: string | null;
}

/** The platform with two workers for the runtime, as `npm start` runs it. */
async function start(more: Readonly<Record<string, string>> = {}) {
  const [API_PORT, RUNTIME_PORT, SIMULATOR_PORT] = await Promise.all([freePort(), freePort(), freePort()]);
  const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'api', 'runtime', 'simulator'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: await temporaryDirectory(),
      ...{ API_PORT: `${API_PORT}`, RUNTIME_PORT: `${RUNTIME_PORT}`, SIMULATOR_PORT: `${SIMULATOR_PORT}` },
      ...{ RUNTIME_WORKERS: '2', RATE_LIMITS: 'off', DRAIN_SECONDS: '200', LOG_FORMAT: 'json' },
      ...more,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtEndOfTest(child);
  const lines: LoggedEvent[] = [];
  createInterface(child.stdout).on('line', (line) => lines.push(JSON.parse(line) as LoggedEvent));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const logged = (event: string): LoggedEvent[] => lines.filter((line) => line.event === event);
  await eventually(() => logged('platform.ready').length > 0, 'the start of all workers');
  const apiBaseUrl = `http://127.0.0.1:${API_PORT}/api/v1`;
  return { child, exited, logged, apiBaseUrl, runtimeUrl: `http://127.0.0.1:${RUNTIME_PORT}` };
}

/** A value of the runtime's metrics. */
async function metric(runtimeUrl: string, name: string): Promise<number> {
  const text = await (await fetch(`${runtimeUrl}/metrics`)).text();
  const values = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  return values.reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

describe('a platform with several workers', function () {
  this.timeout(LONGEST_MS);

  it('shares its port, its metrics and its calls among them, and survives the death of one', async () => {
    const platform = await start();
    const { runtimeUrl, logged } = platform;
    assert.sameMembers(
      logged('runtime.listening').map(({ worker }) => worker),
      ['runtime 1', 'runtime 2'],
    );
    const user = await joinPlatform(platform);
    const place = async (): Promise<{ callId: string; caller: SyntheticCaller }> => {
      const { callId, socket } = await user.register();
      const caller = await SyntheticCaller.join(socket);
      // A call that is killed in its first second has no recording yet.
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
      return { callId, caller };
    };
    const calls = await Promise.all(Array.from({ length: 4 }, place));
    const workerOf = (callId: string): string | undefined =>
      logged('call.started').find(({ call_id }) => call_id === callId)?.worker;
    await eventually(() => calls.every(({ callId }) => workerOf(callId)), 'the start of the calls');
    assert.lengthOf(new Set(calls.map(({ callId }) => workerOf(callId))), 2);
    assert.equal(await metric(runtimeUrl, 'voice_calls_live'), 4);
    const [dead, alive] = [
      workerOf(calls[0]!.callId),
      calls.filter(({ callId }) => workerOf(callId) !== workerOf(calls[0]!.callId)),
    ];
    const { pid = 0 } = logged('worker.started').find(({ worker }) => worker === dead) ?? {};
    process.kill(pid, 'SIGKILL');
    await eventually(() => logged('worker.exited').length === 1, 'the report of its death');
    assert.deepInclude(logged('worker.exited')[0], { worker: dead ?? '', signal: 'SIGKILL' });
    // The calls of the other worker continue.
    for (const { caller } of alive) {
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
      const startedAt = performance.now();
      caller.send({ id: '2', label: 'rtvi-ai', type: 'send-text', data: { content: 'what are your opening hours' } });
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
    }
    // Its successor listens and delivers what the dead one left.
    await eventually(() => logged('runtime.listening').length === 3, 'its successor');
    for (const { callId } of calls.filter((each) => !alive.includes(each))) {
      // The API may notice the death before the successor has delivered.
      const call = await user.call(callId, ({ recording_url }) => recording_url !== null);
      assert.equal(call.status, 'failed');
      assert.isAbove((await user.api.download(`/calls/${callId}/recording`)).length, 1_000);
    }
    await Promise.all(alive.map(({ caller }) => caller.hangUp()));
    for (const { callId } of alive) assert.equal((await user.call(callId, isDelivered)).status, 'completed');
    await eventually(async () => (await metric(runtimeUrl, 'voice_calls_total')) === alive.length, 'the count of them');

    // What a dead worker had counted is not lost.
    const counts = logged('call.started').find(({ call_id }) => call_id === alive[0]!.callId)?.worker;
    process.kill(logged('worker.started').findLast(({ worker }) => worker === counts)?.pid ?? 0, 'SIGKILL');
    await eventually(() => logged('runtime.listening').length === 4, 'the successor of the other one');
    assert.equal(await metric(runtimeUrl, 'voice_calls_total'), alive.length);

    // Both workers drain while a call is live.
    const last = await place();
    platform.child.kill('SIGTERM');
    await last.caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    await last.caller.hangUp();
    assert.equal((await platform.exited)[0], 0);
    assert.lengthOf(logged('worker.exited'), 2);
  });

  it('shares the port of uWebSockets.js among them as well', async () => {
    const platform = await start({ MEDIA_SERVER: 'uws', DEFAULT_ORG_CONCURRENCY_LIMIT: '100' });
    const user = await joinPlatform(platform);
    // The kernel chooses a worker for each connection, at random.
    const started = (): LoggedEvent[] => platform.logged('call.started');
    const workers = (): number => new Set(started().map(({ worker }) => worker)).size;
    const callers: SyntheticCaller[] = [];
    while (workers() < 2) {
      assert.isBelow(callers.length, MOST_CALLS, 'the calls of one worker');
      callers.push(await SyntheticCaller.join((await user.register()).socket));
      await eventually(() => started().length === callers.length, 'the start of the call');
    }
    assert.equal(await metric(platform.runtimeUrl, 'voice_calls_live'), callers.length);
    await Promise.all(callers.map((caller) => caller.hangUp()));
  });

  it('counts browser calls without a ticket of all workers together', async () => {
    const limits = { RATE_LIMITS: 'on', TRUST_PROXY: '1', WEB_CALLS: 'open', DEFAULT_ORG_CONCURRENCY_LIMIT: '100' };
    const platform = await start(limits);
    const { socket: url } = await joinPlatform(platform);
    const refusals: string[] = [];
    const started = (): LoggedEvent[] => platform.logged('call.started');
    for (let nth = 0; nth < 9; nth += 1) {
      const socket = new WebSocket(url, { headers: { 'x-forwarded-for': '203.0.113.9' } });
      atEndOfTest(() => socket.terminate());
      socket.on('close', (code, reason) => refusals.push(`${code} ${String(reason)}`));
      await eventually(() => started().length + refusals.length > nth, 'an answer');
    }
    const refusal = '4429 At most 5 calls at once from one address: try again when one has ended';
    assert.deepEqual(refusals, Array<string>(4).fill(refusal));
    assert.lengthOf(new Set(started().map(({ worker }) => worker)), 2);
  });

  it('ends with the error of a worker that does not start', async () => {
    const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), 'runtime'], {
      cwd: root,
      env: { PATH: process.env['PATH'], DATA_DIR: '/dev/null/none', RUNTIME_WORKERS: '2', RUNTIME_PORT: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    killAtEndOfTest(child);
    let text = '';
    child.stderr.on('data', (chunk) => (text += String(chunk)));
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 1);
    assert.match(text, /RUNTIME_PORT: write the number of a port/);
  });
});
