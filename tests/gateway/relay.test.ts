import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { assert } from 'chai';
import { AuthenticationError } from 'openai';
import { HELLO, unusedAddress, openGateway } from './gateway-fixture.ts';
import { callsOf, json, modelServer } from './model-server.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const CHAT = { ...HELLO, messages: [...HELLO.messages] };

describe('the gateway', function () {
  it('relays every chunk before the next one exists', async () => {
    let server: ServerResponse | null = null;
    const piecemeal = await modelServer({
      otherwise(_, response) {
        server = response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('data: 0\n\n');
      },
    });
    const { chat } = await openGateway({ llm: [piecemeal.url] });
    const reader = (await chat({ ...CHAT, stream: true })).body!.getReader();
    for (let piece = 0; piece < 5; piece += 1) {
      assert.equal(Buffer.from((await reader.read()).value ?? '').toString(), `data: ${piece}\n\n`);
      server!.write(`data: ${piece + 1}\n\n`);
    }
    server!.end();
  });

  it('relays response headers before the first chunk', async () => {
    let server: ServerResponse | null = null;
    const thinking = await modelServer({
      otherwise(_, response) {
        server = response.writeHead(200, { 'content-type': 'text/event-stream' });
        server.flushHeaders();
        return true;
      },
    });
    const { chat } = await openGateway({ llm: [thinking.url] });
    const response = await chat({ ...CHAT, stream: true });
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    server!.end();
  });

  it('relays a request byte for byte', async () => {
    const server = await modelServer();
    const { url } = await openGateway({ llm: [server.url] });
    const body =
      '{ "model":"qwen3:8b",\n"messages":[{"role":"user","content":"h\\u00e9 \u{1f600}"}], "seed": 12345678901234567890 }';
    await fetch(`${url}/v1/chat/completions?trace=1`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const [vendorRequest] = callsOf(server);
    assert.equal(vendorRequest?.body.toString(), body);
    assert.equal(vendorRequest?.url.search, '?trace=1');
  });

  it('sends its own model for a request without one or with default', async () => {
    const server = await modelServer();
    const { chat } = await openGateway({ llm: [{ url: server.url, model: 'llama3' }] });
    for (const named of [{}, { model: 'default' }, { model: '' }, { model: 'other' }])
      await chat({ messages: CHAT.messages, ...named });
    const models = callsOf(server).map(({ body }) => (JSON.parse(body.toString()) as { model: string }).model);
    assert.deepEqual(models, ['llama3', 'llama3', 'llama3', 'other']);
  });

  it('replaces the model in a form and leaves the other fields', async () => {
    const server = await modelServer();
    const { url } = await openGateway({ stt: [{ url: server.url, model: 'whisper' }] });
    const bytes = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
    for (const named of [null, 'default']) {
      const form = new FormData();
      form.append('language', 'de');
      form.append('file', new Blob([bytes], { type: 'audio/wav' }), 'grüße.wav');
      form.append('timestamp_granularities[]', 'word');
      if (named !== null) form.append('model', named);
      assert.equal((await fetch(`${url}/v1/audio/transcriptions`, { method: 'POST', body: form })).status, 200);
    }
    for (const { body, headers } of callsOf(server)) {
      const type = { headers: { 'content-type': headers['content-type'] ?? '' } };
      const sent = await new Response(new Uint8Array(body), type).formData();
      assert.deepEqual(sent.getAll('model'), ['whisper']);
      assert.equal(sent.get('language'), 'de');
      assert.deepEqual(sent.getAll('timestamp_granularities[]'), ['word']);
      const file = sent.get('file') as File;
      assert.deepEqual([file.name, file.type], ['grüße.wav', 'audio/wav']);
      assert.deepEqual(new Uint8Array(await file.arrayBuffer()), bytes);
    }
  });

  it('relays a request id, or assigns one', async () => {
    const server = await modelServer();
    const { chat } = await openGateway({ llm: [server.url] });
    const named = await chat(CHAT, { headers: { 'x-request-id': 'call-17/turn-3' } });
    const unnamed = await chat(CHAT);
    const odd = await chat(CHAT, { headers: { 'x-request-id': 'a b' } });
    assert.equal(named.headers.get('x-request-id'), 'call-17/turn-3');
    const given = [unnamed, odd].map(({ headers }) => headers.get('x-request-id') ?? '');
    for (const id of given) assert.match(id, /^[\da-f-]{36}$/);
    const sent = callsOf(server).map(({ headers }) => headers['x-request-id']);
    assert.deepEqual(sent, ['call-17/turn-3', ...given]);
  });

  it('relays no hop-by-hop headers', async () => {
    const server = await modelServer({
      otherwise({ url }, response) {
        if (!url.pathname.endsWith('/completions')) return false;
        response.setHeader('set-cookie', 'a=b').setHeader('server', 'uvicorn').setHeader('openai-processing-ms', '7');
        json(response, {});
        return true;
      },
    });
    const { url } = await openGateway({
      llm: [{ url: server.url, apiKey: 'the servers' }],
      apiKey: TEST_KEYS.GATEWAY_API_KEY,
    });
    const request = httpRequest(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${TEST_KEYS.GATEWAY_API_KEY}`,
        cookie: 'session=1',
        connection: 'close, x-hop',
        'x-hop': '1',
        'x-forwarded-for': '10.0.0.1',
        traceparent: '00-1-2-01',
        'accept-encoding': 'gzip',
      },
    });
    request.end(JSON.stringify(CHAT));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.resume();
    const { headers } = callsOf(server)[0]!;
    assert.equal(headers.authorization, 'Bearer the servers');
    assert.equal(headers['traceparent'], '00-1-2-01');
    assert.equal(headers['accept-encoding'], 'identity');
    assert.doesNotHaveAnyKeys(headers, ['cookie', 'x-hop', 'x-forwarded-for']);
    assert.equal(response.headers['openai-processing-ms'], '7');
    assert.doesNotHaveAnyKeys(response.headers, ['set-cookie', 'server']);
  });

  it('requires its key when one is set', async () => {
    const server = await modelServer();
    const { openai, url, chat } = await openGateway({ llm: [server.url], apiKey: TEST_KEYS.GATEWAY_API_KEY });
    assert.equal((await openai.chat.completions.create(CHAT)).model, 'qwen3:8b');
    const wrong = openai.withOptions({ apiKey: 'another' });
    for (const ask of [wrong.models.list(), wrong.chat.completions.create(CHAT)]) {
      const failure = await Promise.resolve(ask).catch((error: unknown) => error);
      assert.instanceOf(failure, AuthenticationError);
      assert.equal(failure.code, 'invalid_api_key');
    }
    assert.equal((await chat(CHAT)).status, 401);
    for (const path of ['/health', '/livez', '/readyz', '/metrics'])
      assert.equal((await fetch(url + path)).status, 200);
    assert.lengthOf(callsOf(server), 1);
  });

  it('refuses invalid requests', async () => {
    const { url, chat } = await openGateway({ llm: [await unusedAddress()] });
    const statusOf = async (path: string, init?: RequestInit): Promise<unknown> => {
      const response = await fetch(url + path, init);
      return [response.status, ((await response.json()) as { error: { code: string } }).error.code];
    };
    assert.deepEqual(await statusOf('/v1/responses', { method: 'POST', body: '{}' }), [404, 'unknown_url']);
    assert.deepEqual(await statusOf('//'), [404, 'unknown_url']);
    assert.deepEqual(await statusOf('/v1/chat/completions'), [405, 'method_not_allowed']);
    assert.deepEqual(await statusOf('/v1/models', { method: 'DELETE' }), [405, 'method_not_allowed']);
    for (const body of ['', '{', '[]', 'null', '"x"'])
      assert.deepEqual(await statusOf('/v1/chat/completions', { method: 'POST', body }), [400, 'invalid_json']);
    for (const body of ['{}', new URLSearchParams({ model: 'x' })])
      assert.deepEqual(await statusOf('/v1/audio/transcriptions', { method: 'POST', body }), [400, 'invalid_form']);
    assert.equal((await chat(CHAT, { method: 'PUT' })).headers.get('allow'), 'POST');
  });

  it('answers a slot without servers with 503', async () => {
    const { chat, openai } = await openGateway();
    const response = await chat(CHAT);
    assert.deepEqual([response.status, response.headers.get('retry-after')], [503, '60']);
    const failure = await openai.audio.speech
      .create({ model: 'kokoro', voice: 'x', input: 'x' })
      .catch((error: unknown) => error);
    assert.deepInclude(failure, { status: 503, code: 'upstream_not_configured' });
  });

  it('finishes live responses before it stops and refuses new requests', async () => {
    let server: ServerResponse | null = null;
    const slow = await modelServer({
      otherwise(_, response) {
        server = response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('data: 0\n\n');
      },
    });
    const { chat, drain, url } = await openGateway({ llm: [slow.url] });
    const live = await chat({ ...CHAT, stream: true });
    let isDrained = false;
    const draining = drain(20_000).then(() => (isDrained = true));
    const refused = await chat(CHAT);
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1']);
    assert.equal((await fetch(`${url}/readyz`)).status, 503);
    assert.isFalse(isDrained);
    server!.end('data: [DONE]\n\n');
    assert.equal(await live.text(), 'data: 0\n\ndata: [DONE]\n\n');
    await draining;
  });
});
