import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { freePort } from '../support/free-port.ts';
import { joinPlatform, openPlatform, type OpenPlatform } from '../support/platform.ts';
import { skip } from '../support/skipped.ts';
import { root } from '../architecture/cruise.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const CADDY = '/usr/bin/caddy';
/** A document has fewer bytes than 25 MiB. */
const LARGEST_UPLOAD_BYTES = 26_214_399;

interface Proxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** The proxy of compose.yaml with its own configuration, in front of this platform. */
async function startProxy({ apiBaseUrl, runtimeUrl }: OpenPlatform): Promise<Proxy> {
  const port = await freePort();
  const home = await temporaryDirectory();
  const proxy = spawn(CADDY, ['run', '--config', `${root}deploy/caddy/Caddyfile`, '--adapter', 'caddyfile'], {
    stdio: 'ignore',
    env: {
      XDG_DATA_HOME: home,
      XDG_CONFIG_HOME: home,
      SITE_ADDRESS: `:${port}`,
      API_NAME: '127.0.0.1',
      API_PORT: new URL(apiBaseUrl).port,
      RUNTIME_NAME: '127.0.0.1',
      RUNTIME_PORT: new URL(runtimeUrl).port,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = (): Promise<boolean> =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isUp, 'the start of the proxy');
  return {
    url,
    async stop() {
      proxy.kill();
      await once(proxy, 'exit');
    },
  };
}

describe('proxy of compose.yaml', () => {
  let platform: OpenPlatform;
  let proxy: Proxy;
  /** The platform through the proxy. */
  let outside: { apiBaseUrl: string; runtimeUrl: string };
  before(async function () {
    if (!existsSync(CADDY)) skip(this, 'there is no Caddy: apt-get install caddy');
    platform = await openPlatform({ env: { TRUST_PROXY: '1', RATE_LIMITS: 'on' } });
    proxy = await startProxy(platform);
    outside = { apiBaseUrl: `${proxy.url}/api/v1`, runtimeUrl: proxy.url };
  });
  after(async () => {
    await proxy?.stop();
    await platform?.close();
  });

  it('serves the API and its pages', async () => {
    for (const path of ['/health', '/docs/', '/openapi.json', '/']) {
      const { status } = await fetch(proxy.url + path);
      assert.equal(status, 200, path);
    }
    const { headers } = await fetch(`${proxy.url}/console/`);
    assert.isNotNull(headers.get('x-request-id'), 'the API answers for the console');
    for (const path of ['/widget.js', '/widget-worklet.js']) {
      const widget = await fetch(proxy.url + path, { headers: { Origin: 'https://shop.example.com' } });
      assert.equal(widget.headers.get('access-control-allow-origin'), '*', `the API answers for ${path}`);
      await widget.arrayBuffer();
    }
  });

  it('refuses metrics, probes, internal routes and unknown paths', async () => {
    const inside = [
      '/metrics',
      '/readyz',
      '/livez',
      '/calls/internal/leases',
      '/carrier',
      '/x',
      '//metrics',
      '/%6Detrics',
    ];
    const paths = [
      ...inside,
      '/api/v1/calls/internal/leases',
      '/api/v1/CALLS/internal/leases',
      '/api/v1/users/bot/token',
    ];
    paths.push('/api/v1/campaign/internal/call-status', '/api/v1//calls/internal/leases', '/console/../metrics');
    for (const path of paths)
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(proxy.url + path, { method, headers: { 'X-Internal-API-Key': 'wrong' } });
        assert.equal(answer.status, 404, `${method} ${path}`);
        assert.isNull(answer.headers.get('x-request-id'), `${method} ${path} reached a service`);
        await answer.arrayBuffer();
      }
  });

  it('replaces a client’s X-Forwarded-For, so rate limits by address hold', async () => {
    const statuses = new Set<number>();
    for (let tried = 0; tried < 61; tried += 1) {
      const forged = { 'X-Forwarded-For': `198.51.100.${tried}`, 'X-Real-IP': `198.51.100.${tried}` };
      const answer = await fetch(`${outside.apiBaseUrl}/users/check/a${tried}@example.com`, { headers: forged });
      await answer.arrayBuffer();
      statuses.add(answer.status);
    }
    assert.include([...statuses], 429);
  });

  it('replaces a client’s X-Forwarded-Host, so other origins open no socket', async () => {
    const { socket } = await joinPlatform(outside);
    const headers = { Origin: 'http://evil.example', 'X-Forwarded-Host': 'evil.example' };
    const page = new WebSocket(socket.replace('http', 'ws'), { headers });
    const [code] = (await once(page, 'close')) as [number];
    assert.equal(code, 4403);
  });

  it('relays a call from a page of its own origin', async () => {
    const { socket } = await joinPlatform(outside);
    const caller = await SyntheticCaller.join(socket.replace('http', 'ws'));
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    assert.isAbove(caller.audio.length, 10);
    await caller.hangUp();
    const own = new WebSocket(socket.replace('http', 'ws'), { headers: { Origin: proxy.url } });
    await once(own, 'open');
    own.terminate();
  });

  it('accepts the largest document', async () => {
    const { api } = await joinPlatform(outside);
    const file = new Blob(['%PDF-1.4\n', Buffer.alloc(LARGEST_UPLOAD_BYTES - 9, '%')], { type: 'application/pdf' });
    const document = await api.upload<{ document_id: string }>('/knowledge/upload', 'large.pdf', file);
    assert.isString(document.document_id);
  });
});
