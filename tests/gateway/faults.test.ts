import { assert } from 'chai';
import type { ServerResponse } from 'node:http';
import { APIError, InternalServerError, toFile } from 'openai';
import { fakeClock } from '../support/fake-clock.ts';
import { HELLO, unusedAddress, openGateway } from './gateway-fixture.ts';
import { modelServer } from './model-server.ts';
import { eventually } from '../support/eventually.ts';

const CHAT = { ...HELLO, messages: [...HELLO.messages] };

interface ErrorBody {
  readonly error: { readonly message: string; readonly type: string; readonly code: string };
}

const errorOf = async (response: Response): Promise<ErrorBody['error']> => ((await response.json()) as ErrorBody).error;

describe('the gateway with a failing model server', function () {
  it('answers 503 with Retry-After when the server refuses the connection', async () => {
    const { chat, lines, openai } = await openGateway({ llm: [await unusedAddress()] });
    const response = await chat(CHAT);
    assert.equal(response.status, 503);
    assert.match(response.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    assert.deepInclude(await errorOf(response), { type: 'server_error', code: 'upstream_down' });
    assert.deepInclude(lines()[0], { event: 'gateway.upstream_failed', slot: 'llm' });
    const failure = await openai.chat.completions.create(CHAT).catch((error: unknown) => error);
    assert.instanceOf(failure, InternalServerError);
    assert.equal((failure as APIError).code, 'upstream_down');
  });

  it('closes the connection of a server that hangs until the timeout', async () => {
    const silent = await modelServer({ otherwise: ({ url }) => url.pathname.endsWith('/completions') });
    const { chat } = await openGateway({ llm: [silent.url], answerMs: 2_000 });
    const response = await chat(CHAT);
    assert.equal(response.status, 504);
    assert.equal((await errorOf(response)).code, 'upstream_timeout');
    await eventually(() => silent.hangUps === 1, 'the server is let go');
  });

  it('ends a stream with an error when the server hangs in the middle', async () => {
    const stuck = await modelServer({
      otherwise(_, response) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        return response.write('data: {"choices":[{"index":0,"delta":{"content":"Once"}}]}\n\n');
      },
    });
    const { openai } = await openGateway({ llm: [stuck.url], answerMs: 2_000 });
    const words: string[] = [];
    const failure = await (async () => {
      for await (const chunk of await openai.chat.completions.create({ ...CHAT, stream: true }))
        words.push(chunk.choices[0]?.delta.content ?? '');
    })().catch((error: unknown) => error);
    assert.deepEqual(words, ['Once']);
    assert.equal((failure as APIError).code, 'upstream_silent');
  });

  it('ends a stream with an error when the server disconnects in the middle', async () => {
    const dying = await modelServer({
      otherwise(_, response) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write('data: {"choices":[{"index":0,"delta":{"content":"Once"}}]}\n\n', () => response.destroy());
        return true;
      },
    });
    const { chat, lines } = await openGateway({ llm: [dying.url] });
    const response = await chat({ ...CHAT, stream: true });
    assert.equal(response.status, 200);
    const [, last] = (await response.text()).split('\n\n').filter((event) => event !== '');
    assert.equal((JSON.parse(last?.replace('data: ', '') ?? '') as ErrorBody).error.code, 'upstream_broken');
    assert.equal(lines().at(-1)?.event, 'gateway.answer_broken');
  });

  it('does not retry when a reused connection is reset in mid-stream', async () => {
    const started: ServerResponse[] = [];
    const dying = await modelServer({
      otherwise: ({ url }, response) => url.pathname.endsWith('/completions') && started.push(response) === 3,
    });
    const { chat } = await openGateway({ llm: [dying.url] });
    await Promise.all([chat(CHAT), chat(CHAT)].map(async (answer) => (await answer).text()));
    const pending = chat(CHAT);
    await eventually(() => started.length === 3, 'the third request');
    const [first, second, third] = started.map(({ req }) => req.socket);
    assert.include([first, second], third);
    started[2]?.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {}\n\n');
    const response = await pending;
    third?.resetAndDestroy();
    assert.include(await response.text(), 'upstream_broken');
    assert.equal((await chat(CHAT)).status, 200);
    assert.lengthOf(started, 4);
  });

  it('aborts the response when the server disconnects in mid-audio', async () => {
    const dying = await modelServer({
      otherwise(_, response) {
        response.writeHead(200, { 'content-type': 'audio/pcm' });
        response.write(Buffer.alloc(9_600), () => response.destroy());
        return true;
      },
    });
    const { openai } = await openGateway({ tts: [dying.url] });
    const answer = await openai.audio.speech.create({
      model: 'kokoro',
      voice: 'x',
      input: 'Hi',
      response_format: 'pcm',
    });
    const failure = await answer.arrayBuffer().then(
      () => null,
      (error: unknown) => error,
    );
    assert.instanceOf(failure, Error);
  });

  it('hides a web page that the server answers', async () => {
    for (const status of [200, 404, 500]) {
      const page = await modelServer({
        otherwise(_, response) {
          response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>It works!</h1>');
          return true;
        },
      });
      const { chat } = await openGateway({ llm: [page.url] });
      const response = await chat(CHAT);
      assert.equal(response.status, 502);
      const { code, message } = await errorOf(response);
      assert.deepEqual([code, message], ['upstream_garbled', `The model server answered with a web page (${status})`]);
    }
  });

  it('hides an unexpected protocol switch and closes the connection', async () => {
    for (const headers of ['', 'connection: upgrade\r\nupgrade: x\r\n']) {
      const moody = await modelServer({
        otherwise: (_, response) => response.req.socket.write(`HTTP/1.1 101 Switching\r\n${headers}\r\n`),
      });
      const { chat } = await openGateway({ llm: [moody.url] });
      const response = await chat(CHAT);
      assert.deepEqual([response.status, (await errorOf(response)).code], [502, 'upstream_garbled']);
      await eventually(() => moody.hangUps === 1, 'the server is let go');
    }
  });

  it('follows no redirect of the server', async () => {
    const elsewhere = await modelServer();
    const moved = await modelServer({
      otherwise(_, response) {
        response.writeHead(307, { location: `${elsewhere.url}/v1/chat/completions` }).end();
        return true;
      },
    });
    const { chat } = await openGateway({ llm: [moved.url] });
    assert.equal((await chat(CHAT)).status, 502);
    assert.isEmpty(elsewhere.received);
  });

  it('passes on an error of the server in OpenAI’s format', async () => {
    const model = { error: { message: 'model "x" not found', type: 'api_error', code: null, param: null } };
    const refusing = await modelServer({
      otherwise(_, response) {
        response.writeHead(404, { 'content-type': 'application/json' }).end(JSON.stringify(model));
        return true;
      },
    });
    const { chat } = await openGateway({ llm: [refusing.url] });
    assert.deepEqual(await (await chat(CHAT)).json(), model);
    const unknown = await modelServer({
      otherwise(_, response) {
        response.writeHead(405, { 'content-type': 'text/plain' }).end('no');
        return true;
      },
    });
    const other = await openGateway({ llm: [unknown.url] });
    const response = await other.chat(CHAT);
    assert.equal(response.status, 405);
    assert.equal((await errorOf(response)).message, 'The model server answered 405');
  });

  it('answers every slot alike when no server is reachable', async () => {
    const gone = [await unusedAddress(), await unusedAddress()];
    const { openai } = await openGateway({ llm: gone, stt: gone, tts: gone, embeddings: gone });
    const file = await toFile(Buffer.alloc(64), 'call.wav');
    const failures = await Promise.all(
      [
        openai.chat.completions.create(CHAT),
        openai.embeddings.create({ model: 'm', input: 'x' }),
        openai.audio.speech.create({ model: 'm', voice: 'x', input: 'x' }),
        openai.audio.transcriptions.create({ model: 'm', file }),
      ].map((call) => Promise.resolve(call).catch((error: unknown) => error)),
    );
    for (const failure of failures) {
      assert.instanceOf(failure, APIError);
      const { status, code, headers } = failure as APIError;
      assert.deepEqual([status, code], [503, 'upstream_down']);
      assert.isAtLeast(Number(headers?.get('retry-after')), 1);
    }
  });

  it('skips an unreachable server until its backoff has passed', async () => {
    const clock = fakeClock();
    let isWell = false;
    const moody = await modelServer({
      otherwise(_, response) {
        if (!isWell) response.socket?.destroy();
        return !isWell;
      },
    });
    const { chat } = await openGateway({ llm: [moody.url], clock });
    for (let time = 0; time < 3; time += 1) assert.equal((await chat(CHAT)).status, 503);
    const before = moody.received.length;
    isWell = true;
    const refused = await chat(CHAT);
    assert.deepEqual([refused.status, moody.received.length], [503, before]);
    clock.advance(Number(refused.headers.get('retry-after')) * 1_000);
    assert.equal((await chat(CHAT)).status, 200);
  });
});
