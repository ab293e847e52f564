import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { text } from 'node:stream/consumers';
import { assert } from 'chai';
import express, { type Router } from 'express';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { skip } from '../support/skipped.ts';
import { killAtEndOfTest } from '../support/temporary.ts';
import { localServer } from '../support/local-server.ts';

interface ApiRequest {
  readonly authorization: string | undefined;
  readonly path: string | undefined;
  readonly body: unknown;
}

interface Reply {
  readonly status: number;
  readonly body: object;
  readonly retryAfter?: string;
}

const TICKET = { call_id: 'c1', ticket: 't1', socket_url: 'wss://voice.example.com/agent/o1/a1' };
const ISSUED: Reply = { status: 201, body: TICKET };
const EXAMPLES = fileURLToPath(new URL('../../docs/examples/', import.meta.url));
const ORIGIN = 'https://shop.example.com';
/** Its letters mean something in HTML. */
const AGENT_ID = 'a"<1>&';

/** Whether this machine has a program. */
const has = (name: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));

/** An API that answers so, and what it was sent. */
async function platform(reply: () => Reply) {
  const requests: ApiRequest[] = [];
  const { url } = await localServer((request, response) => void answer(request, response));
  return { url, requests };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { status, body: content, retryAfter } = reply();
    requests.push({
      authorization: request.headers.authorization,
      path: request.url,
      body: JSON.parse(body) as unknown,
    });
    response.writeHead(status, {
      'Content-Type': 'application/json',
      Connection: 'close',
      ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
    });
    response.end(JSON.stringify(content));
  }
}

/** Starts an endpoint for this API and returns its address. */
type Start = (api: string) => Promise<string>;

const NAMED: Readonly<Record<string, string>> = { quot: '"', lt: '<', gt: '>', amp: '&' };

/** An attribute of HTML as it is meant. */
const unescaped = (value: string): string =>
  value.replace(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (NAMED[name] ?? '') : String.fromCodePoint(Number(code)),
  );

const ticketOf = (address: string) =>
  fetch(address, { method: 'POST', headers: { Origin: ORIGIN, Connection: 'close' }, body: '{}' });

async function program(command: string, args: (port: number) => readonly string[], api: string): Promise<string> {
  const port = await freePort();
  const env = { PATH: process.env['PATH'], VOICE_API: api, VOICE_API_KEY: 'vak_1', AGENT_ID, PORT: String(port) };
  killAtEndOfTest(spawn(command, args(port), { env, stdio: 'ignore' }));
  const address = `http://127.0.0.1:${port}/voice-ticket`;
  await eventually(
    () =>
      fetch(address, { headers: { Connection: 'close' } }).then(
        () => true,
        () => false,
      ),
    command,
  );
  return address;
}

const express5: Start = async (api) => {
  const { trialRoutes } = (await import(join(EXAMPLES, 'ticket-express.mjs'))) as {
    trialRoutes: (options: object) => Router;
  };
  const routes = trialRoutes({ api, apiKey: 'vak_1', agentId: AGENT_ID });
  return `${(await localServer(express().use(routes))).url}/voice-ticket`;
};

const STARTS: readonly (readonly [name: string, needs: string | null, start: Start])[] = [
  ['Express', null, express5],
  ['Python', 'python3', (api) => program('python3', () => [join(EXAMPLES, 'ticket.py')], api)],
  ['PHP', 'php', (api) => program('php', (port) => ['-S', `127.0.0.1:${port}`, join(EXAMPLES, 'ticket.php')], api)],
];

for (const [name, needs, start] of STARTS)
  describe(`the example of a ticket endpoint with ${name}`, function () {
    before(function () {
      if (needs !== null && !has(needs)) skip(this, `there is no ${needs}`);
    });

    it('passes tickets on, and refusals without what the platform says', async () => {
      let reply = ISSUED;
      const { url, requests } = await platform(() => reply);
      const address = await start(url);
      const issued = await ticketOf(address);
      assert.deepEqual([issued.status, await issued.json()], [200, TICKET]);
      assert.strictEqual(issued.headers.get('cache-control'), 'no-store');
      const { visitor, ...call } = requests[0]!.body as { visitor: string };
      assert.deepEqual(call, { agent_id: AGENT_ID, origin: ORIGIN });
      assert.isNotEmpty(visitor);
      assert.deepInclude(requests[0], { authorization: 'Bearer vak_1', path: '/api/v1/calls/web' });

      const secret = { detail: 'a secret of the platform' };
      for (const [status, retryAfter, expected] of [
        [429, '30', [429, '30']],
        [403, undefined, [403, null]],
        [422, undefined, [502, null]],
        [500, undefined, [502, null]],
      ] as const) {
        reply = { status, body: secret, ...(retryAfter && { retryAfter }) };
        const refused = await ticketOf(address);
        assert.deepEqual([refused.status, refused.headers.get('retry-after')], [...expected]);
        assert.notInclude(await refused.text(), 'secret');
      }
    });

    it('knows a visitor again who keeps no cookies', async () => {
      const { url, requests } = await platform(() => ISSUED);
      const address = await start(url);
      for (let nth = 0; nth < 2; nth += 1) await (await ticketOf(address)).arrayBuffer();
      const [first, second] = requests.map(({ body }) => (body as { visitor: string }).visitor);
      assert.isNotEmpty(first);
      assert.strictEqual(first, second);
    });

    it('has a page with the widget, which is not the endpoint and has no key', async () => {
      const api = 'http://127.0.0.1:9';
      const address = await start(api);
      const page = await fetch(new URL('/', address), { headers: { Connection: 'close' } });
      const html = await page.text();
      assert.deepEqual([page.status, page.headers.get('content-type')], [200, 'text/html; charset=utf-8']);
      assert.include(html, `<script src="${api}/widget.js" async></script>`);
      const [, agent = ''] =
        /<voice-agent agent="([^"<>]+)" ticket-url="\/voice-ticket"><\/voice-agent>/.exec(html) ?? [];
      assert.strictEqual(unescaped(agent), AGENT_ID);
      assert.notInclude(html, 'vak_1');
      const other = await fetch(address, { headers: { Connection: 'close' } });
      assert.include([404, 405], other.status);
      assert.notInclude(await other.text(), 'voice-agent agent');
    });

    it('answers 502 when the platform does not answer', async () => {
      const address = await start('http://127.0.0.1:9');
      assert.strictEqual((await ticketOf(address)).status, 502);
    });
  });
