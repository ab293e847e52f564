import { assert } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { Caller } from '../../bootstrap/demo/caller.ts';
import { resolve as partOf } from '../../bootstrap/registry.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { atEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const LONGEST_MS = 120_000;

interface Started {
  readonly child: ChildProcess;
  readonly url: string;
}

/** A service in a process of its own, as its log says where it listens. */
async function start(service: 'api' | 'runtime', more: Readonly<Record<string, string>> = {}): Promise<Started> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: await temporaryDirectory(),
    ...{ API_PORT: '0', RUNTIME_PORT: '0', RATE_LIMITS: 'off' },
    ...{ SECRET_KEY: 'secret key of the tests', INTERNAL_API_KEY: 'internal key of the tests' },
    ...more,
  };
  const child = spawn(process.execPath, ['--import', 'tsx', 'bootstrap/main.ts', service], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  atEndOfTest(() => child.kill('SIGKILL'));
  const lines = createInterface(child.stdout);
  const port = await new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      const said = JSON.parse(line) as { readonly event?: string; readonly port?: number };
      if (said.event === `${service}.listening`) resolve(said.port ?? 0);
    });
    child.once('exit', () => reject(new Error(`The ${service} ended before it listened`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Asks over and over on a connection of its own, until it is told that the connection ends. Answers how it went. */
async function asking(url: string, answers: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const answer = await ask(url, agent).catch((error: NodeJS.ErrnoException) => ({
      said: String(error.code),
      last: true,
    }));
    answers.push(answer.said);
    if (answer.last) return agent.destroy();
  }
}

async function ask(url: string, agent: Agent): Promise<{ readonly said: string; readonly last: boolean }> {
  const request = get(url, { agent });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  await json(response);
  return { said: String(response.statusCode), last: response.headers.connection === 'close' };
}

describe('a process that is asked to end', function () {
  this.timeout(LONGEST_MS);

  it('fails none of the requests of an API under load, and sends every client away', async () => {
    const { child, url } = await start('api');
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const answers: string[] = [];
    const clients = Array.from({ length: 12 }, () => asking(`${url}/health`, answers));
    while (answers.length < 300) await new Promise((resolve) => setTimeout(resolve, 20));
    child.kill('SIGTERM');
    await Promise.all(clients);
    const [code] = await exited;
    assert.equal(code, 0);
    assert.deepEqual([...new Set(answers)], ['200']);
  });

  it('has campaigns dial nobody any more while its calls go on', async () => {
    const platform = await openPlatform();
    const liveCalls = await partOf(platform.container, 'liveCalls');
    const engine = await partOf(platform.container, 'campaignEngine');
    const stop = engine.stop.bind(engine);
    const ends: string[] = [];
    const stopped = new Promise<void>((done) => {
      engine.stop = () => stop().finally(() => done(void ends.push('dialling')));
    });
    liveCalls.claim({ org_id: 'org', call_id: 'call' });
    const drained = platform.drain(LONGEST_MS / 4).then(() => ends.push('calls'));
    await Promise.race([stopped, drained]);
    liveCalls.release('call');
    await drained;
    assert.deepEqual(ends, ['dialling', 'calls']);
    await platform.close();
  });

  it('lets the call of a runtime go on to its end, and takes no other meanwhile', async () => {
    const dataDir = await temporaryDirectory();
    const api = await openPlatform({ services: ['api'], dataDir });
    atEndOfTest(() => api.close());
    const { apiBaseUrl } = api;
    const stores = { DATA_DIR: dataDir, OBJECTS_URL: `file:${dataDir}/objects` };
    const runtime = await start('runtime', { ...stores, API_BASE_URL: apiBaseUrl, DRAIN_SECONDS: '60' });
    const exited = once(runtime.child, 'exit') as Promise<[number | null]>;
    const user = await joinPlatform({ apiBaseUrl, runtimeUrl: runtime.url });
    const { callId, socket } = await user.register();
    const caller = await Caller.join(socket);
    await caller.until(({ type }) => type === 'bot-started-speaking', 30_000);
    runtime.child.kill('SIGTERM');
    while ((await fetch(`${runtime.url}/readyz`)).status !== 503)
      await new Promise((resolve) => setTimeout(resolve, 20));
    const turnedAway = await Caller.connect(user.socket);
    assert.equal((await turnedAway.closed).code, 1013);
    // The call still has both ends: the agent answers.
    await caller.until(({ type }) => type === 'bot-stopped-speaking', 30_000);
    const askedAt = performance.now();
    caller.tell({ id: '2', label: 'rtvi-ai', type: 'send-text', data: { content: 'what are your opening hours' } });
    await caller.until(({ type }) => type === 'bot-stopped-speaking', 30_000, askedAt);
    await caller.hangUp();
    assert.equal((await exited)[0], 0);
    const call = await user.call(callId, isDelivered);
    assert.deepInclude(call, { status: 'completed', call_response: 'answered' });
    assert.isAbove((await user.api.download(`/calls/${callId}/recording`)).length, 10_000);
  });
});
