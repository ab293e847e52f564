import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { assert } from 'chai';
import { type APIError, toFile } from 'openai';
import { HELLO, unusedAddress, openGateway } from './gateway-fixture.ts';
import { callsOf, modelServer } from './model-server.ts';
import { eventually } from '../support/eventually.ts';

const CHAT = { ...HELLO, messages: [...HELLO.messages] };
const MIB = 1_048_576;
/** Iterations of the event loop without progress after which a stream has stopped. */
const TURNS_AT_REST = 1_000;

describe('the gateway with a difficult client', function () {
  it('rejects a recording of 100 MB', async () => {
    const server = await modelServer();
    const { openai, chat } = await openGateway({ stt: [server.url], llm: [server.url] });
    const file = await toFile(Buffer.alloc(100 * MIB), 'long.wav', { type: 'audio/wav' });
    const failure = await openai.audio.transcriptions.create({ model: 'm', file }).catch((error: unknown) => error);
    assert.equal((failure as APIError).status, 413);
    assert.equal((failure as APIError).code, 'body_too_large');
    assert.isEmpty(callsOf(server));
    assert.equal((await chat(CHAT)).status, 200);
  });

  it('rejects 100 MB sent without a Content-Length', async () => {
    const { url } = await openGateway({ stt: [await unusedAddress()] });
    const request = httpRequest(`${url}/v1/audio/transcriptions`, { method: 'POST' });
    request.on('error', () => undefined);
    const rejection = new AbortController();
    const { signal } = rejection;
    const answered = (once(request, 'response') as Promise<[IncomingMessage]>).finally(() => rejection.abort());
    const piece = Buffer.alloc(MIB);
    // A rejected request drains no more: a wait for it would stay in the request with its listeners.
    for (let sent = 0; sent < 100 && !signal.aborted; sent += 1)
      if (!request.write(piece)) await once(request, 'drain', { signal }).catch(() => undefined);
    request.end();
    const [response] = await answered;
    assert.equal(response.statusCode, 413);
    response.destroy();
  });

  it('applies backpressure to the server when the client reads slowly', async () => {
    const whole = 512 * MIB;
    const piece = Buffer.alloc(65_536, 1);
    let written = 0;
    const endless = await modelServer({
      otherwise(_, response) {
        response.writeHead(200, { 'content-type': 'audio/pcm' });
        const pour = (): void => {
          while (written < whole) {
            written += piece.length;
            if (!response.write(piece)) return void response.once('drain', pour);
          }
        };
        pour();
        return true;
      },
    });
    const { url } = await openGateway({ tts: [endless.url] });
    const request = httpRequest(`${url}/v1/audio/speech`, { method: 'POST' });
    request.end(JSON.stringify({ model: 'm', voice: 'x', input: 'x' }));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.pause();
    let before = written;
    for (let still = 0; still < TURNS_AT_REST; still = written === before ? still + 1 : 0) {
      before = written;
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.isBelow(written, 64 * MIB);
    response.resume();
    await eventually(() => written > before, 'the rest follows');
    response.destroy();
  });

  it('cancels the upstream request when the client disconnects', async () => {
    const talking = await modelServer({
      otherwise(_, response) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('data: {"choices":[]}\n\n');
      },
    });
    const { chat, metrics } = await openGateway({ llm: [talking.url] });
    const leaving = new AbortController();
    const response = await chat({ ...CHAT, stream: true }, { signal: leaving.signal });
    assert.equal(response.status, 200);
    assert.include(await metrics(), 'gateway_requests_in_flight{slot="llm"} 1');
    leaving.abort();
    await eventually(() => talking.hangUps === 1, 'the server is let go');
    assert.include(await metrics(), 'gateway_requests_in_flight{slot="llm"} 0');
  });

  it('cancels the upstream request when the client disconnects before the response', async () => {
    const thinking = await modelServer({ otherwise: ({ url }) => url.pathname.endsWith('/completions') });
    const { chat, upstreamPool, lines } = await openGateway({ llm: [thinking.url] });
    const leaving = new AbortController();
    const requested = chat(CHAT, { signal: leaving.signal }).catch(() => null);
    await thinking.requests(1);
    leaving.abort();
    await requested;
    await eventually(() => thinking.hangUps === 1, 'the server is let go');
    assert.deepEqual([upstreamPool.loads[0]?.inFlight, upstreamPool.loads[0]?.state.faults], [0, 0]);
    assert.isEmpty(lines());
  });
});
