import { assert } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { resolve as partOf } from '../../bootstrap/dependencies.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { builtProgram } from '../support/programs.ts';
import { killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { eventually } from '../support/eventually.ts';

const LONGEST_MS = 240_000;

interface StartedService {
  readonly child: ChildProcess;
  readonly url: string;
}

/** A service in a process of its own, as its log says where it listens. */
async function start(service: 'api' | 'runtime', more: Readonly<Record<string, string>> = {}): Promise<StartedService> {
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: await temporaryDirectory(),
    ...{ API_PORT: '0', RUNTIME_PORT: '0', RATE_LIMITS: 'off' },
    ...TEST_KEYS,
    ...more,
  };
  const child = spawn(process.execPath, [await builtProgram('bootstrap/main'), service], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  killAtEndOfTest(child);
  const lines = createInterface(child.stdout);
  const port = await new Promise<number>((resolve, reject) => {
    lines.on('line', (line) => {
      const fields = JSON.parse(line) as { readonly event?: string; readonly port?: number };
      if (fields.event === `${service}.listening`) resolve(fields.port ?? 0);
    });
    child.once('exit', () => reject(new Error(`The ${service} ended before it listened`)));
  });
  return { child, url: `http://127.0.0.1:${port}` };
}

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: object;
}

/** Repeats a request on one connection until the server closes it. Returns the results. */
async function asking(url: string, next: () => Request, answers: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    const { path, ...asked } = next();
    const answer = await ask(url + path, asked, agent).catch((error: NodeJS.ErrnoException) => ({
      said: String(error.code),
      last: true,
    }));
    answers.push(`${asked.method ?? 'GET'} ${path} ${answer.said}`);
    if (answer.last) return agent.destroy();
  }
}

async function ask(url: string, { method = 'GET', token, body }: Omit<Request, 'path'>, agent?: Agent) {
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const sent = request(url, { method, headers, ...(agent && { agent }) }).end(body && JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answer: unknown = await json(response);
  return { said: String(response.statusCode), last: response.headers.connection === 'close', answer };
}

const SIGN_UP = { email: 'ada@example.com', password: 'a good password', organisation_name: 'Tests' };

async function signUp(url: string): Promise<string> {
  const { answer } = await ask(`${url}/api/v1/users/signup`, { method: 'POST', body: SIGN_UP });
  return (answer as { access_token: string }).access_token;
}

describe('a process that is asked to end', function () {
  this.timeout(LONGEST_MS);

  it('fails none of the requests of an API under load, keeps what it took, and sends every client away', async () => {
    const stores = { DATA_DIR: await temporaryDirectory() };
    const { child, url } = await start('api', stores);
    const exited = once(child, 'exit') as Promise<[number | null]>;
    const token = await signUp(url);
    let made = 0;
    const kinds: readonly (() => Request)[] = [
      () => ({ path: '/health' }),
      () => ({ path: '/api/v1/agents', token }),
      () => ({
        method: 'POST',
        path: '/api/v1/agents',
        token,
        body: { ...RECEPTIONIST, name: `Agent ${(made += 1)}` },
      }),
    ];
    const answers: string[] = [];
    const clients = Array.from({ length: 12 }, (_, place) => asking(url, kinds[place % 3]!, answers));
    await eventually(() => answers.length >= 300, '300 answers');
    child.kill('SIGTERM');
    await Promise.all(clients);
    const [code] = await exited;
    assert.equal(code, 0);
    const fine = ['GET /api/v1/agents 200', 'GET /health 200', 'POST /api/v1/agents 201'];
    assert.deepEqual([...new Set(answers)].toSorted(), fine);

    const again = await start('api', stores);
    const { answer } = await ask(`${again.url}/api/v1/agents`, { token });
    assert.lengthOf(answer as object[], answers.filter((each) => each === fine[2]).length);
  });

  it('stops dialling for campaigns while its calls continue', async () => {
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
  });

  it('lets the live calls of a runtime end, and accepts no others', async () => {
    const dataDir = await temporaryDirectory();
    const api = await openPlatform({ services: ['api'], dataDir });
    const { apiBaseUrl } = api;
    const stores = { DATA_DIR: dataDir, OBJECTS_URL: `file:${dataDir}/objects` };
    const runtime = await start('runtime', { ...stores, API_BASE_URL: apiBaseUrl, DRAIN_SECONDS: '200' });
    const exited = once(runtime.child, 'exit') as Promise<[number | null]>;
    const user = await joinPlatform({ apiBaseUrl, runtimeUrl: runtime.url });
    const calls = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const { callId, socket } = await user.register();
        const caller = await SyntheticCaller.join(socket);
        await caller.waitFor(({ type }) => type === 'bot-started-speaking', 30_000);
        return { callId, caller };
      }),
    );
    runtime.child.kill('SIGTERM');
    await eventually(async () => (await fetch(`${runtime.url}/readyz`)).status === 503, 'the start of draining');
    const turnedAway = await SyntheticCaller.connect(user.socket);
    assert.equal((await turnedAway.closed).code, 1013);
    // The calls still have both ends: the agent answers.
    const goOn = async ({ caller }: { readonly caller: SyntheticCaller }): Promise<void> => {
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
      const startedAt = performance.now();
      caller.send({ id: '2', label: 'rtvi-ai', type: 'send-text', data: { content: 'what are your opening hours' } });
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
      await caller.hangUp();
    };
    await Promise.all(calls.map(goOn));
    assert.equal((await exited)[0], 0);
    for (const { callId } of calls) {
      const call = await user.call(callId, isDelivered);
      assert.deepInclude(call, { status: 'completed', call_response: 'answered' });
      assert.isAbove((await user.api.download(`/calls/${callId}/recording`)).length, 10_000);
    }
  });
});
