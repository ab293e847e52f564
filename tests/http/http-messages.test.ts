import { assert } from 'chai';
import express, { type Express, type RequestHandler } from 'express';
import { setSecurityHeaders, securityHeaders } from '../../adapters/http/headers.ts';
import { server } from '../../adapters/http/server.ts';
import { client, type Answer } from '../support/client.ts';

/** What an app with this handler answers, behind our own server or behind Node's. */
async function answerOf(handlers: RequestHandler[], where: 'ours' | 'plain', method = 'GET'): Promise<Answer> {
  const app = bare().use(handlers);
  if (where === 'ours') {
    const listening = await server(app).listen('127.0.0.1', 0);
    const answer = await client(`http://127.0.0.1:${listening.port}`).ask(method, '/');
    await listening.close();
    return answer;
  }
  const plain = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => plain.once('listening', resolve));
  const answer = await client(`http://127.0.0.1:${(plain.address() as { port: number }).port}`).ask(method, '/');
  plain.close();
  return answer;
}

const bare = (): Express => express().disable('x-powered-by').disable('etag');

/** Headers without those that differ from one answer to the next. */
const headersOf = ({ headers }: Answer): object =>
  Object.fromEntries([...headers].filter(([name]) => !['date', 'keep-alive', 'connection'].includes(name)));

describe('the messages of the server', () => {
  it('are the app’s own from the start: none changes its prototype', async () => {
    const seen: boolean[] = [];
    const app = bare();
    const listening = await server(app).listen('127.0.0.1', 0);
    app.use((request, response) => {
      seen.push(Object.getPrototypeOf(request) === app.request, Object.getPrototypeOf(response) === app.response);
      seen.push(Object.hasOwn(app.request, 'constructor'), Object.hasOwn(app.response, 'constructor'));
      response.json({ path: request.path, host: request.hostname, is: request.is('json'), app: request.app === app });
    });
    const { body } = await client(`http://127.0.0.1:${listening.port}`).ask('GET', '/somewhere?x=1');
    assert.deepEqual(seen, [true, true, true, true]);
    assert.deepEqual(body, { path: '/somewhere', host: '127.0.0.1', is: null, app: true });
    await listening.close();
  });

  for (const method of ['GET', 'HEAD'])
    it(`answer ${method} in JSON as Express does`, async () => {
      for (const body of [{ a: 'ü🎧', b: [1, null] }, [], 'text', null, 7]) {
        const handler: RequestHandler = (_request, response) => void response.status(203).json(body);
        const [ours, plain] = [await answerOf([handler], 'ours', method), await answerOf([handler], 'plain', method)];
        assert.equal(ours.status, plain.status);
        assert.equal(ours.text, plain.text);
        assert.deepEqual(headersOf(ours), headersOf(plain));
      }
    });

  it('carry the headers that helmet would send', async () => {
    const answer: RequestHandler = (_request, response) => void response.json({});
    const [ours, helmets] = [
      await answerOf([setSecurityHeaders(), answer], 'ours'),
      await answerOf([securityHeaders, answer], 'ours'),
    ];
    assert.deepEqual(headersOf(ours), headersOf(helmets));
    assert.isAtLeast(Object.keys(headersOf(ours)).length, 12);
  });
});
