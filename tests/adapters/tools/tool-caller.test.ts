import { createHash } from 'node:crypto';
import { assert } from 'chai';
import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { network } from '../../../adapters/lib/network.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { httpToolCaller } from '../../../adapters/tool-caller/http.ts';
import { failed, MAYBE, nextLoop, toolAt, toolCaller, callerOf } from './tool-calls.ts';
import { openToolServer } from './tool-server.ts';

const KEY = 'sk-bookings-"1234"';

const PRIVATE =
  'The server has a private address: use a public one, or ask the operator to add the server to LOCAL_UPSTREAMS';

describe('tools over HTTP', () => {
  it('send the filled request and read the part of the response that the model needs', async () => {
    const {
      call,
      server: { url, host, requests },
    } = await callerOf((response) => response.end('{"booking":{"id":7}}'));
    const tool = toolAt(
      url,
      { response: { path: 'booking.id' }, variables: { booking: 'booking.id' } },
      { query: { day: '{{day}}' }, headers: { Authorization: 'Bearer {{secret.key}}' } },
    );
    const secrets = [{ name: 'key', value: KEY, hosts: [host] }];
    const answer = await call(tool, { arguments: { day: 'Fri & Sat' }, secrets });
    assert.deepEqual(answer, { ok: true, status: 200, content: '7', variables: { booking: '7' } });
    const [request] = requests;
    assert.deepInclude(request, { method: 'POST', url: '/bookings?day=Fri+%26+Sat', body: '{"day":"Fri & Sat"}' });
    assert.deepInclude(request?.headers, {
      ...{ host, authorization: `Bearer ${KEY}`, 'content-type': 'application/json', accept: 'application/json' },
      'content-length': '19',
    });
  });

  it('send every method, and no body where there is none', async () => {
    const {
      call,
      server: { url, requests },
    } = await callerOf((response) => response.writeHead(204).end());
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      const { ok, content } = await call(toolAt(url, {}, { method, body: null }));
      assert.deepEqual([ok, content], [true, 'The tool answered with status 204 and no content'], method);
    }
    assert.deepEqual(
      requests.map(({ method, body }) => method + body),
      ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    );
  });

  it('carry the same Idempotency-Key for every attempt of a run, and another one for every other run', async () => {
    const {
      call,
      server: { url, requests },
    } = await callerOf((response) => response.end('{}'));
    const tool = toolAt(url);
    const same = { arguments: { guests: 2, day: 'Friday' } };
    await call(tool, same);
    await call(tool, { arguments: { day: 'Friday', guests: 2 } });
    for (const more of [{ run: 4 }, { callId: 'call-2' }, { arguments: { day: 'Friday', guests: 3 } }])
      await call(tool, { ...same, ...more });
    await call(toolAt(url, { name: 'other_tool' }), same);
    await call(toolAt(url, { side_effects: false }), same);
    const [first, second, ...others] = requests.map(({ headers }) => headers['idempotency-key']);
    const text = '["call-1",3,"book_table",{"day":"Friday","guests":2}]';
    assert.equal(first, createHash('sha256').update(text).digest('hex'));
    assert.equal(second, first);
    assert.lengthOf(new Set([first, ...others.slice(0, 4)]), 5);
    assert.isUndefined(others[4]);
  });

  it('are not called with arguments that their schema refuses', async () => {
    const {
      call,
      server: { url, requests },
    } = await callerOf((response) => response.end('{}'));
    const refused: readonly (readonly [given: object, reason: string])[] = [
      [{ day: 7 }, 'day must be string'],
      [{ guests: '2' }, 'guests must be integer'],
      [{ day: 'a\0' }, 'arguments.day must not contain NUL characters or invalid Unicode'],
    ];
    for (const [given, reason] of refused)
      assert.deepEqual(await call(toolAt(url), { arguments: given as never }), failed(`invalid arguments: ${reason}`));
    assert.deepEqual(
      await call(toolAt(url), { arguments: { day: 'x'.repeat(20_000) } }),
      failed('the arguments are too long'),
    );
    assert.isEmpty(requests);
  });

  it('send a secret only to its own hosts, and over http only to servers of the operator', async () => {
    const {
      call,
      server: { url, host, requests },
    } = await callerOf((response) => response.end('{}'));
    const headers = { 'X-Key': '{{secret.key}}' };
    const incomplete = (cause: string) => failed('it is not set up completely', null, cause);
    const missing = 'The secret key is not stored, or could not be loaded';
    const withheld = `The secret key is not sent to ${host}: ask an admin to store it with the host ${host}`;
    for (const [secrets, cause] of [
      [[], missing],
      [[{ name: 'other', value: KEY, hosts: [host] }], missing],
      [[{ name: 'key', value: KEY, hosts: ['api.example.com', '127.0.0.1'] }], withheld],
    ] as const)
      assert.deepEqual(await call(toolAt(url, {}, { headers }), { secrets }), incomplete(cause));
    const open = toolAt('http://api.example.com', {}, { headers });
    const secrets = [{ name: 'key', value: KEY, hosts: ['api.example.com'] }];
    assert.deepEqual(
      await call(open, { secrets }),
      incomplete('The secret key is sent over https only, not to http://api.example.com'),
    );
    assert.isEmpty(requests);
  });

  it('send secret digits over https, and over http only to servers of the operator', async () => {
    const {
      call,
      server: { url, requests },
    } = await callerOf((response) => response.end('{}'));
    const withPin = (server: string) => toolAt(server, { variables: { pin: 'pin' } }, { body: { pin: '{{pin}}' } });
    const hidden = { pin: '4711' };
    assert.deepEqual(
      await call(withPin('http://api.example.com'), { hidden }),
      failed('secret digits are sent over https only'),
    );
    assert.isEmpty(requests);
    await call(withPin(url), { hidden });
    assert.deepEqual(
      requests.map((request) => request.body),
      ['{"pin":"4711"}'],
    );
  });

  it('hide the secrets that a server repeats', async () => {
    const {
      call,
      server: { url, host },
    } = await callerOf((response, { headers }) => {
      response.end(JSON.stringify({ sent: headers['x-key'] }));
    });
    const tool = toolAt(url, { variables: { sent: 'sent' } }, { headers: { 'X-Key': '{{secret.key}}' } });
    const answer = await call(tool, { secrets: [{ name: 'key', value: KEY, hosts: [host] }] });
    assert.deepInclude(answer, { content: '{"sent":"****"}', variables: { sent: '****' } });
  });

  it('fail with the status alone when the server refuses', async () => {
    const {
      call,
      server: { url },
    } = await callerOf((response) => response.writeHead(500).end('at db.internal:5432'));
    assert.deepEqual(await call(toolAt(url)), failed(`status 500${MAYBE}`, 500));
  });

  it('do not follow redirects', async () => {
    const inner = await openToolServer((response) => response.end('"inner"'));
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        const {
          call,
          server: { url },
        } = await callerOf((response) => response.writeHead(status, { location: `${inner.url}?token=x` }).end());
        assert.deepEqual(
          await call(toolAt(url)),
          failed(
            `status ${status}, and redirects are not followed${MAYBE}`,
            status,
            `The server redirects to ${inner.url}, which is not followed: use that address as the URL of the tool`,
          ),
        );
      }
      assert.isEmpty(inner.requests);
    } finally {
      await inner.close();
    }
  });

  it('do not reach private addresses that the operator has not listed', async () => {
    const server = await openToolServer((response) => response.end('{}'));
    const { call } = toolCaller('http://127.0.0.1:1');
    const port = new URL(server.url).port;
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '169.254.169.254', '[::ffff:127.0.0.1]'])
      assert.deepEqual(
        await call(toolAt(`http://${host}:${port}`)),
        failed('its server has a private address', null, PRIVATE),
        host,
      );
    assert.isEmpty(server.requests);
  });

  it('fail when nothing listens, without the suggestion that the action was carried out', async () => {
    const server = await openToolServer(() => undefined);
    const { url } = server;
    await server.close();
    assert.deepEqual(await toolCaller(url).call(toolAt(url)), failed('its server cannot be reached'));
  });

  it('are cancelled by their signal, before and after they are sent', async () => {
    const {
      call,
      clock,
      server: { url, requests, connections },
    } = await callerOf(() => undefined);
    assert.deepEqual(await call(toolAt(url), {}, AbortSignal.abort()), failed('cancelled'));
    assert.isEmpty(requests);
    const leaving = new AbortController();
    const answer = call(toolAt(url), {}, leaving.signal);
    while (requests.length === 0) await nextLoop();
    leaving.abort();
    assert.deepEqual(await answer, failed(`cancelled${MAYBE}`));
    while (connections() > 0) await nextLoop();
    assert.equal(clock.waiting, 0);
  });

  it('leave no timer and no connection behind', async () => {
    const {
      call,
      clock,
      server: { url, connections },
    } = await callerOf((response) => response.end('{}'));
    await Promise.all(Array.from({ length: 20 }, () => call(toolAt(url))));
    while (connections() > 0 || clock.waiting > 0) await nextLoop();
  });

  it('run with the clock of the system', async () => {
    const server = await openToolServer((response) => response.end('"done"'));
    const parts = { network: network({ allowPrivate: true }), argumentSchemas: ajvArgumentSchemas() };
    const tools = httpToolCaller({ ...parts, clock: systemClock() });
    const request = { tool: toolAt(server.url), arguments: {}, variables: {}, secrets: [], callId: 'c', run: 0 };
    assert.equal((await tools.call(request)).content, 'done');
  });
});
