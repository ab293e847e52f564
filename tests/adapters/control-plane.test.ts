import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assert } from 'chai';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import type { ControlPlane } from '../../application/ports/control-plane.ts';
import { DomainError } from '../../domain/errors.ts';
import { fakeClock } from '../support/fake-clock.ts';

interface Asked {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly key: string | undefined;
}

type Answer = (asked: Asked) => { status: number; body?: unknown };

const MINUTE = 60_000;

describe('the control plane over HTTP', () => {
  let server: Server;
  let asked: Asked[];
  let answer: Answer;
  let tokensIssued: number;
  const clock = fakeClock();

  beforeEach((done) => {
    asked = [];
    tokensIssued = 0;
    answer = () => ({ status: 200, body: {} });
    server = createServer((request, response) => {
      const { authorization, 'x-api-key': key } = request.headers;
      const one = { line: `${request.method} ${request.url}`, authorization, key: key?.toString() };
      asked.push(one);
      const isToken = request.url === '/api/v1/users/bot/token' && answer(one).status !== 404;
      const { status, body } = isToken
        ? { status: 200, body: { access_token: `t${(tokensIssued += 1)}` } }
        : answer(one);
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    }).listen(0, '127.0.0.1', done);
  });
  afterEach((done) => {
    server.closeAllConnections();
    server.close(done);
  });

  const plane = (): ControlPlane =>
    httpControlPlane(
      { apiBaseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/`, internalApiKey: 'key' },
      clock,
    );
  const problemOf = (promise: Promise<unknown>): Promise<string> =>
    promise.then(
      () => 'none',
      (error: unknown) => (error instanceof DomainError ? error.problem : String(error)),
    );

  it('exchanges the internal key for a token, and uses it', async () => {
    await plane().agent('o', 'a b');
    assert.deepEqual(
      asked.map(({ line, authorization, key }) => [line, authorization, key]),
      [
        ['POST /api/v1/users/bot/token', undefined, 'key'],
        ['GET /api/v1/agents/a%20b', 'Bearer t1', undefined],
      ],
    );
  });

  it('keeps a token of an organisation for 25 minutes', async () => {
    const control = plane();
    await control.call('o', 'c');
    clock.advance(25 * MINUTE - 1);
    await control.call('o', 'c');
    assert.equal(tokensIssued, 1);
    await control.call('other', 'c');
    assert.equal(tokensIssued, 2);
    clock.advance(1);
    await control.call('o', 'c');
    assert.equal(tokensIssued, 3);
  });

  it('asks for one token, however many ask for it at once', async () => {
    const control = plane();
    await Promise.all(Array.from({ length: 20 }, () => control.call('o', 'c')));
    assert.equal(tokensIssued, 1);
  });

  it('renews a refused token once, however many were refused, and asks again', async () => {
    const control = plane();
    await control.call('o', 'c');
    answer = ({ authorization }) => ({ status: authorization === 'Bearer t1' ? 401 : 200 });
    const calls = await Promise.all(Array.from({ length: 20 }, () => control.call('o', 'c')));
    assert.lengthOf(calls, 20);
    assert.equal(tokensIssued, 2);
  });

  it('gives up when the new token is refused too', async () => {
    answer = () => ({ status: 401, body: { detail: 'no' } });
    assert.equal(await problemOf(plane().call('o', 'c')), 'rejected');
    assert.equal(tokensIssued, 2);
  });

  it('answers null for what does not exist, and for an organisation that does not', async () => {
    answer = ({ line }) => ({ status: line.includes('token') ? 200 : 404 });
    assert.isNull(await plane().agent('o', 'a'));
    assert.isNull(await plane().credentials('o', 'p'));
    answer = () => ({ status: 404 });
    assert.isNull(await plane().agent('gone', 'a'));
  });

  it('says limited over the ceiling, unavailable for a fault, rejected for a refusal', async () => {
    for (const [status, problem] of [
      [429, 'limited'],
      [503, 'unavailable'],
      [422, 'rejected'],
      [404, 'missing'],
    ] as const) {
      answer = ({ line }) => ({ status: line.includes('token') ? 200 : status, body: { detail: 'why' } });
      assert.equal(await problemOf(plane().registerWebCall('o', 'a')), problem);
    }
  });

  it('says unavailable when nobody answers, and forgets the failed token', async () => {
    const control = plane();
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    assert.equal(await problemOf(control.call('o', 'c')), 'unavailable');
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    assert.equal(await problemOf(control.call('o', 'c')), 'none');
  });
});
