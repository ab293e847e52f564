import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { root } from '../architecture/cruise.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { isDelivered, joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { skip } from '../support/skipped.ts';
import { killAtEndOfTest, temporaryDirectory } from '../support/temporary.ts';

const HAPROXY = '/usr/sbin/haproxy';
const LONGEST_MS = 120_000;

/** The configuration of `deploy/haproxy` before these processes, as its own comments say. */
async function startProxy(
  apis: readonly string[],
  runtimes: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  const [port, directory] = [await freePort(), await temporaryDirectory()];
  const lines = (name: string, urls: readonly string[]): string =>
    urls.map((url, place) => `\tserver ${name}${place + 1} ${new URL(url).host}`).join('\n');
  const backends = (await readFile(`${root}deploy/haproxy/backends.cfg`, 'utf8'))
    .replaceAll(/^\tserver api1 .*$/gm, lines('api', apis))
    .replaceAll(/^\tserver runtime1 .*$/gm, lines('runtime', runtimes));
  await writeFile(join(directory, 'backends.cfg'), backends);
  const files = ['-f', `${root}deploy/haproxy/haproxy.cfg`, '-f', join(directory, 'backends.cfg')];
  const proxy = spawn(HAPROXY, ['-db', ...files], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { HTTP_BIND: `127.0.0.1:${port}`, ...env },
  });
  let output = '';
  proxy.stderr.on('data', (chunk) => (output += String(chunk)));
  killAtEndOfTest(proxy);
  const url = `http://127.0.0.1:${port}`;
  const isUp = async (): Promise<boolean> => {
    if (proxy.exitCode !== null) throw new Error(output);
    return fetch(`${url}/health`, { redirect: 'manual' }).then(
      ({ status }) => status === 200 || status === 308,
      () => false,
    );
  };
  await eventually(isUp, 'the start of the proxy');
  return { url, apiBaseUrl: `${url}/api/v1`, runtimeUrl: url, output: () => output };
}

describe('HAProxy before several processes', function () {
  this.timeout(LONGEST_MS);
  let [api, one, other] = [] as unknown as OpenPlatform[];
  before(async function () {
    if (!existsSync(HAPROXY)) skip(this, 'there is no HAProxy: apt-get install haproxy');
    api = await openPlatform({
      services: ['api'],
      env: { TRUST_PROXY: '1', RATE_LIMITS: 'on', DEFAULT_ORG_CONCURRENCY_LIMIT: '1000' },
    });
  });
  beforeEach(async () => {
    const env = { TRUST_PROXY: '1', API_BASE_URL: api!.apiBaseUrl, OBJECTS_URL: `file:${api!.directory}/objects` };
    [one, other] = await Promise.all([1, 2].map(() => openPlatform({ services: ['runtime'], env })));
  });
  afterEach(() => Promise.all([one?.close(), other?.close()]));
  const start = (env?: Readonly<Record<string, string>>) =>
    startProxy([api!.apiBaseUrl], [one!.runtimeUrl, other!.runtimeUrl], env);

  it('serves the API and its pages, and refuses metrics, probes, internal routes and unknown paths', async () => {
    const { url } = await start();
    for (const path of ['/health', '/docs/', '/openapi.json', '/'])
      assert.equal((await fetch(url + path)).status, 200, path);
    const { headers } = await fetch(`${url}/console/`);
    assert.isNotNull(headers.get('x-request-id'), 'the API answers for the console');
    for (const path of ['/widget.js', '/widget-worklet.js']) {
      const widget = await fetch(url + path, { method: 'HEAD' });
      assert.equal(widget.headers.get('access-control-allow-origin'), '*', `the API answers for ${path}`);
    }
    const refused = [
      '/metrics',
      '/readyz',
      '/livez',
      '/x',
      '/carrier',
      '//metrics',
      '/%6Detrics',
      '/calls/internal/leases',
    ];
    refused.push('/api/v1/calls/internal/leases', '/api/v1/CALLS/internal/leases', '/api/v1/calls/%69nternal/leases');
    refused.push('/api/v1/users/bot/token', '/api/v1/campaign/internal/call-status', '/api/v1//calls/internal/leases');
    for (const path of refused)
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(url + path, { method, headers: { 'X-Internal-API-Key': 'wrong' } });
        assert.equal(answer.status, 404, `${method} ${path}`);
        assert.isNull(answer.headers.get('x-request-id'), `${method} ${path} reached a service`);
        await answer.arrayBuffer();
      }
  });

  it('refuses internal routes below a prefix with upper-case letters as well', async () => {
    const { url } = await start({ API_V1_PREFIX: '/Voice/V1' });
    for (const path of [
      '/Voice/V1/calls/internal/leases',
      '/Voice/V1/users/bot/token',
      '/Voice/V1/Campaign/internal/x',
    ]) {
      const answer = await fetch(url + path);
      assert.equal(answer.status, 404, path);
      assert.isNull(answer.headers.get('x-request-id'), `${path} reached a service`);
      await answer.arrayBuffer();
    }
  });

  it('replaces a client’s X-Forwarded-For and -Host, so limits by address and origins hold', async () => {
    const proxy = await start();
    const statuses = new Set<number>();
    for (let tried = 0; tried < 61; tried += 1) {
      const headers = { 'X-Forwarded-For': `198.51.100.${tried}`, Forwarded: `for=198.51.100.${tried}` };
      const answer = await fetch(`${proxy.apiBaseUrl}/users/check/a${tried}@example.com`, { headers });
      await answer.arrayBuffer();
      statuses.add(answer.status);
    }
    assert.include([...statuses], 429);
    const { socket } = await joinPlatform(proxy);
    const headers = { Origin: 'http://evil.example', 'X-Forwarded-Host': 'evil.example' };
    const page = new WebSocket(socket.replace('http', 'ws'), { headers });
    const [code] = (await once(page, 'close')) as [number];
    assert.equal(code, 4403);
  });

  it('redirects to HTTPS and relays calls over it', async () => {
    const [certificate, port] = [await selfSigned(), await freePort()];
    const { url } = await start({ TLS_CERTIFICATE: certificate, HTTPS_BIND: `127.0.0.1:${port}` });
    const redirected = await fetch(`${url}/health`, { redirect: 'manual' });
    assert.deepEqual([redirected.status, new URL(redirected.headers.get('location') ?? '').protocol], [308, 'https:']);
    const ca = readFileSync(certificate, 'utf8');
    const sent = request(`https://localhost:${port}/health`, { ca }).end();
    const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }];
    assert.equal(statusCode, 200);
    const user = await joinPlatform({ apiBaseUrl: api!.apiBaseUrl, runtimeUrl: `https://localhost:${port}` });
    const page = new WebSocket(user.socket, { ca, origin: `https://localhost:${port}` });
    await once(page, 'open');
    page.terminate();
  });

  it('sends new calls past a runtime that drains, whose live calls continue', async () => {
    const user = await joinPlatform(await start());
    const place = async () => {
      const { callId, socket } = await user.register();
      const caller = await SyntheticCaller.join(socket);
      await caller.waitFor(({ type }) => type === 'bot-started-speaking', 30_000);
      return { callId, caller };
    };
    const countOf = async (runtime: OpenPlatform): Promise<number> =>
      (await resolve(runtime.container, 'liveCalls')).count;
    const calls = await Promise.all([place(), place(), place(), place()]);
    assert.deepEqual([await countOf(one!), await countOf(other!)], [2, 2], 'the calls are shared');
    const drained = one!.drain(LONGEST_MS / 2);
    // The proxy checks readiness every second. Until then a new call may reach the runtime that drains, which refuses it
    // with 1013. The proxy prefers the runtime with fewer sockets, so two calls in a row for the other one show that it knows.
    for (let inRow = 0; inRow < 2;) {
      const { callId, socket } = await user.register();
      const caller = await SyntheticCaller.connect(socket);
      caller.send({
        id: '1',
        label: 'rtvi-ai',
        type: 'client-ready',
        data: { version: '1.0.0', about: { library: 'tests' } },
      });
      const isReady = caller.waitFor(({ type }) => type === 'bot-ready', 30_000);
      const refusal = await Promise.race([isReady.then(() => null), caller.closed]);
      if (refusal === null) calls.push({ callId, caller });
      else {
        assert.equal(refusal.code, 1013);
        await setTimeout(100);
      }
      isReady.catch(() => undefined);
      inRow = refusal === null ? inRow + 1 : 0;
    }
    assert.equal(await countOf(one!), 2);
    for (const { caller } of calls) {
      const startedAt = performance.now();
      caller.send({ id: '2', label: 'rtvi-ai', type: 'send-text', data: { content: 'what are your opening hours' } });
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
      await caller.hangUp();
    }
    await drained;
    for (const { callId } of calls) assert.equal((await user.call(callId, isDelivered)).status, 'completed');
  });

  it('lets calls that were registered before reach a runtime while all of them drain', async () => {
    const { runtimeUrl, output } = await start();
    // They drain for as long as a call is live.
    const live = await Promise.all([one!, other!].map(({ container }) => resolve(container, 'liveCalls')));
    for (const calls of live) calls.claim({ org_id: 'org', call_id: 'call' });
    const drained = [one!.drain(LONGEST_MS), other!.drain(LONGEST_MS)];
    for (const server of ['runtime1', 'runtime2'])
      await eventually(
        () => output().includes(`Server runtimes/${server} is DOWN`),
        `the proxy to see ${server} drain`,
      );
    // A carrier's webhook still gets the answer of a runtime.
    const answer = await fetch(`${runtimeUrl}/answer?agent_id=a&org_id=b`, { method: 'POST' });
    assert.notMatch(await answer.text(), /No server is available/);
    assert.isAtLeast(answer.status, 400);
    for (const calls of live) calls.release('call');
    await Promise.all(drained);
  });

  it('answers every request while a process of the API ends', async () => {
    const second = await openPlatform({ services: ['api'], dataDir: api!.directory, env: { TRUST_PROXY: '1' } });
    const { url } = await startProxy([api!.apiBaseUrl, second.apiBaseUrl], [one!.runtimeUrl]);
    const statuses: number[] = [];
    const asking = (async () => {
      for (let count = 0; count < 200; count += 1) {
        const answer = await fetch(`${url}/openapi.json`);
        statuses.push(answer.status);
        await answer.arrayBuffer();
      }
    })();
    await eventually(() => statuses.length > 20, 'the first requests');
    await second.close();
    await asking;
    assert.deepEqual([...new Set(statuses)], [200]);
  });
});

/** A certificate of localhost with its key, as HAProxy reads it. */
async function selfSigned(): Promise<string> {
  const directory = await temporaryDirectory();
  const [key, certificate] = [join(directory, 'key.pem'), join(directory, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1'.split(' ');
  execFileSync('openssl', [...made, ...subject, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  const both = join(directory, 'localhost.pem');
  await writeFile(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  return both;
}
