import { assert } from 'chai';
import { HELLO, unusedAddress, openGateway } from './gateway-fixture.ts';
import { callsOf, json, modelServer } from './model-server.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { eventually } from '../support/eventually.ts';

const CHAT = { ...HELLO, messages: [...HELLO.messages] };

describe('the gateway in front of several model servers', function () {
  it('distributes concurrent requests', async () => {
    const servers = await Promise.all([modelServer(), modelServer(), modelServer()]);
    const { chat } = await openGateway({ llm: servers.map(({ url }) => url) });
    await Promise.all(Array.from({ length: 9 }, () => chat(CHAT)));
    for (const server of servers) assert.lengthOf(callsOf(server), 3);
  });

  it('sends the next request to an idle server', async () => {
    const [busy, free] = [
      await modelServer({ otherwise: ({ url }) => url.pathname.endsWith('/completions') }),
      await modelServer(),
    ];
    const { chat } = await openGateway({ llm: [busy.url, free.url] });
    const leaving = new AbortController();
    const waiting = chat(CHAT, { signal: leaving.signal }).catch(() => null);
    await busy.requests(1);
    for (let call = 0; call < 5; call += 1) assert.equal((await chat(CHAT)).status, 200);
    assert.lengthOf(callsOf(busy), 1);
    leaving.abort();
    await waiting;
  });

  it('retries a failed request on another server, invisibly to the client', async () => {
    const unfit = await modelServer({
      otherwise(_, response) {
        json(response, { error: { message: 'loading model' } }, 503);
        return true;
      },
    });
    const well = await modelServer();
    const { chat } = await openGateway({ llm: [await unusedAddress(), unfit.url, well.url] });
    for (let call = 0; call < 4; call += 1) {
      const answer = (await (await chat(CHAT)).json()) as { choices: { message: { content: string } }[] };
      assert.equal(answer.choices[0]?.message.content, 'You said hello.');
    }
    assert.lengthOf(callsOf(well), 4);
    assert.lengthOf(callsOf(unfit), 1, 'it is not asked during its backoff');
  });

  it('sends a request to a server with its model', async () => {
    const [one, other] = [await modelServer(), await modelServer()];
    const { chat } = await openGateway({
      llm: [
        { url: one.url, model: 'llama3' },
        { url: other.url, model: 'qwen3' },
      ],
    });
    for (let call = 0; call < 3; call += 1) await chat({ ...CHAT, model: 'qwen3' });
    assert.deepEqual([callsOf(one).length, callsOf(other).length], [0, 3]);
  });
});

describe('the gateway’s health and metrics', function () {
  it('answers its health with 200 and the state of each server', async () => {
    const well = await modelServer();
    const failing = await modelServer({
      otherwise(_, response) {
        json(response, {}, 500);
        return true;
      },
    });
    const keyed = await modelServer({
      otherwise(_, response) {
        json(response, {}, 401);
        return true;
      },
    });
    const { health, url } = await openGateway({
      llm: [well.url, await unusedAddress()],
      tts: [failing.url],
      stt: [keyed.url],
    });
    assert.equal((await fetch(`${url}/health`)).status, 200);
    const { status, upstreams } = await health();
    assert.equal(status, 'degraded');
    assert.deepInclude(upstreams.llm, { status: 'degraded' });
    assert.deepInclude(upstreams.tts, { status: 'down' });
    assert.deepInclude(upstreams.stt, { status: 'down' });
    assert.deepEqual(upstreams.embeddings, { status: 'not_configured', servers: [] });
  });

  it('reports good health without servers and with one that lists no models', async () => {
    assert.equal((await (await openGateway()).health()).status, 'healthy');
    const embedder = await modelServer({
      otherwise(_, response) {
        response.writeHead(404).end();
        return true;
      },
    });
    assert.equal((await (await openGateway({ embeddings: [embedder.url] })).health()).status, 'healthy');
  });

  it('answers its health without waiting for a hung server', async () => {
    const hanging = await modelServer({ otherwise: () => true });
    const { health } = await openGateway({ llm: Array.from({ length: 6 }, () => hanging.url) });
    const timers = manualTimers();
    const answer = health();
    await eventually(() => hanging.received.length === 6, 'every server is asked before one has timed out');
    timers.pass(2_000);
    assert.equal((await answer).status, 'degraded');
  });

  it('export metrics of every slot', async () => {
    const { chat, metrics, openai } = await openGateway({
      llm: [(await modelServer()).url],
      tts: [await unusedAddress()],
    });
    await chat(CHAT);
    await openai.audio.speech.create({ model: 'm', voice: 'x', input: 'x' }).catch(() => null);
    const text = await metrics();
    for (const line of [
      'gateway_requests_total{slot="llm",status="200"} 1',
      'gateway_requests_total{slot="tts",status="503"} 1',
      'gateway_errors_total{slot="tts",code="upstream_down"} 1',
      'gateway_first_byte_seconds_count{slot="llm"} 1',
      'gateway_request_seconds_count{slot="llm"} 1',
      ...['stt', 'tts', 'llm', 'embeddings'].map((slot) => `gateway_requests_in_flight{slot="${slot}"} 0`),
    ])
      assert.include(text.split('\n'), line);
    assert.match(text, /gateway_upstream_faults\{slot="tts",upstream="http:.+"\} 1/);
    assert.match(text, /gateway_upstream_in_flight\{slot="llm",upstream="http:.+"\} 0/);
  });
});
