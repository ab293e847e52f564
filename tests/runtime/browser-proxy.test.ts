import { createServer, request as ask, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { decodeFrame, encodeMessage } from '../../adapters/media/protocols/pipecat-frames.ts';
import { serverMessage } from '../../adapters/media/protocols/rtvi.ts';
import { joinPlatform, openPlatform } from '../support/platform.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { SERVERS } from './carrier-runtime.ts';
import { localServer } from '../support/local-server.ts';

/** How the runtime received a client: with the first message, or with a closed socket. */
type Reception = { readonly first: string } | { readonly code: number; readonly reason: string };

/** A reverse proxy that asks its upstream under the upstream's own name, and forwards the name that it was asked under. */
async function reverseProxy(upstream: string, { forwards = true } = {}): Promise<string> {
  const { hostname, port } = new URL(upstream);
  const server = createServer();
  server.on('upgrade', (request: IncomingMessage, client: Duplex) => {
    const { host = '', ...rest } = request.headers;
    const headers = { ...rest, host: `runtime.internal:${port}`, ...(forwards && { 'x-forwarded-host': host }) };
    const passed = ask({ hostname, port, path: request.url ?? '/', headers });
    passed.on('upgrade', (answer, behind, head) => {
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`);
      client.write(head);
      behind.pipe(client).pipe(behind);
      for (const [end, other] of [
        [behind, client],
        [client, behind],
      ] as const)
        end.on('error', () => undefined).on('close', () => other.destroy());
    });
    passed.end();
  });
  return (await localServer(server)).url;
}

/** Connects as a page of this origin does, and says `client-ready`. */
function received(url: string, origin: string): Promise<Reception> {
  const socket = new WebSocket(url, { origin, perMessageDeflate: false });
  atEndOfTest(() => socket.terminate());
  socket.on('open', () => socket.send(encodeMessage(JSON.stringify(serverMessage('client-ready', {}, '1')))));
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', (code, reason) => resolve({ code, reason: reason.toString() }));
    socket.on('message', (bytes: Buffer) => {
      const frame = decodeFrame(bytes);
      if (frame?.type === 'message') resolve({ first: (JSON.parse(frame.text) as { type: string }).type });
    });
  });
}

for (const kind of SERVERS)
  describe(`browser behind a proxy that rewrites Host, media server ${kind}`, () => {
    const { log, lines } = rememberingLog();
    const refusals = () => lines.filter(({ event }) => event === 'media.origin_refused');

    /** The platform behind a proxy, and a page of the proxy's own host that calls an agent through it. */
    async function opened(env: Record<string, string>, forwards = true) {
      const platform = await openPlatform({
        env: { MEDIA_SERVER: kind, ...env },
        parts: { vendors: scriptedVendors(), log },
      });
      const proxy = await reverseProxy(platform.runtimeUrl, { forwards });
      const user = await joinPlatform(platform);
      const socket = `${proxy.replace('http', 'ws')}${new URL(user.socket).pathname}`;
      return { proxy, socket, direct: user.socket, agent: { org_id: user.orgId, agent_id: user.agentId } };
    }

    it('is admitted through a trusted proxy, and other origins are not', async () => {
      for (const TRUST_PROXY of ['1', 'loopback']) {
        const { proxy, socket, direct } = await opened({ TRUST_PROXY });
        assert.deepEqual(await received(socket, proxy), { first: 'bot-ready' });
        assert.include(await received(socket, 'http://evil.example'), { code: 4403 });
        assert.include(await received(direct, proxy), { code: 4403 });
      }
    });

    it('is refused with TRUST_PROXY in reason and log if the proxy is not trusted', async () => {
      for (const TRUST_PROXY of ['off', '192.0.2.0/24']) {
        const { proxy, socket, agent } = await opened({ TRUST_PROXY });
        const before = refusals().length;
        assert.deepEqual(await received(socket, proxy), {
          code: 4403,
          reason: 'Origin not allowed: behind a reverse proxy, set TRUST_PROXY to it',
        });
        const { host: forwarded_host } = new URL(proxy);
        const line = { level: 'warn' as const, origin: proxy, forwarded_host, setting: 'TRUST_PROXY', ...agent };
        assert.include(refusals().at(-1), line);
        assert.lengthOf(refusals(), before + 1);
      }
    });

    it('is refused with CORS_ORIGINS if the proxy forwards no host, and admitted once listed', async () => {
      const { proxy, socket } = await opened({ TRUST_PROXY: '1' }, false);
      assert.deepEqual(await received(socket, proxy), {
        code: 4403,
        reason: 'Origin not allowed: add it to CORS_ORIGINS',
      });
      assert.include(refusals().at(-1), { origin: proxy, setting: 'CORS_ORIGINS' });
      const listed = await opened({ CORS_ORIGINS: 'https://page.example' }, false);
      assert.deepEqual(await received(listed.socket, 'https://page.example'), { first: 'bot-ready' });
    });
  });
