import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assert } from 'chai';
import { httpControlPlane } from '../../adapters/control-plane/http.ts';
import type { ControlPlane } from '../../application/ports/control-plane.ts';
import { DomainError } from '../../domain/errors.ts';
import { fakeClock } from '../support/fake-clock.ts';

interface ReceivedRequest {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}

type Answer = (request: ReceivedRequest) => { status: number; body?: unknown };

const MINUTE = 60_000;

describe('the control plane over HTTP', () => {
  let server: Server;
  let vendorRequest: ReceivedRequest[];
  let answer: Answer;
  let tokensIssued: number;
  const clock = fakeClock();

  beforeEach((done) => {
    vendorRequest = [];
    tokensIssued = 0;
    answer = () => ({ status: 200, body: {} });
    const answering = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { authorization, 'x-api-key': key } = request.headers;
      const text = Buffer.concat((await request.toArray()) as Uint8Array[]).toString();
      const body = text === '' ? undefined : (JSON.parse(text) as unknown);
      const one = { line: `${request.method} ${request.url}`, authorization, key: key?.toString(), body };
      vendorRequest.push(one);
      const isToken = request.url === '/api/v1/users/bot/token' && answer(one).status !== 404;
      const reply = isToken ? { status: 200, body: { access_token: `t${(tokensIssued += 1)}` } } : answer(one);
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body ?? {}));
    };
    server = createServer((request, response) => void answering(request, response)).listen(0, '127.0.0.1', done);
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
    await plane().toolSecret('o', 'a b');
    assert.deepEqual(
      vendorRequest.map(({ line, authorization, key }) => [line, authorization, key]),
      [
        ['POST /api/v1/users/bot/token', undefined, 'key'],
        ['GET /api/v1/tool-secrets/a%20b', 'Bearer t1', undefined],
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

  it('fails when the renewed token is refused too', async () => {
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

  it('says limited over the limit, unavailable for a fault, rejected for a refusal', async () => {
    for (const [status, problem] of [
      [429, 'limited'],
      [503, 'unavailable'],
      [422, 'rejected'],
      [404, 'missing'],
    ] as const) {
      answer = ({ line }) => ({ status: line.includes('token') ? 200 : status, body: { detail: 'why' } });
      assert.equal(await problemOf(plane().registerWebCall('o', 'a', { isAnonymous: false, network: null })), problem);
    }
  });

  it('fails with unavailable without an answer and drops the failed token', async () => {
    const control = plane();
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    assert.equal(await problemOf(control.call('o', 'c')), 'unavailable');
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    assert.equal(await problemOf(control.call('o', 'c')), 'none');
  });

  it('registers an inbound call, and changes it by the name its carrier gave it', async () => {
    answer = () => ({ status: 201, body: { call_id: 'c1' } });
    const call = { agent_id: 'a', provider_call_sid: 'CA/1', from_number: '+1', to_number: '+2', unsigned: true };
    assert.deepEqual(await plane().registerInboundCall('o', call), { call_id: 'c1' });
    assert.deepInclude(vendorRequest.at(-1), { line: 'POST /api/v1/calls/inbound', body: call });
    assert.equal((await plane().updateCallBySid('o', 'CA/1', { status: 'busy' })).call_id, 'c1');
    assert.deepInclude(vendorRequest.at(-1), {
      line: 'PATCH /api/v1/calls/by-provider-sid/CA%2F1',
      body: { status: 'busy' },
    });
  });

  it('says of a web call whether it is anonymous, with a digest of the network', async () => {
    answer = () => ({ status: 201, body: { call_id: 'c1' } });
    const sent = async (network: string | null): Promise<string> => {
      assert.deepEqual(await plane().registerWebCall('o', 'a', { isAnonymous: true, network }), { call_id: 'c1' });
      return JSON.stringify(vendorRequest.at(-1)?.body);
    };
    assert.equal(await sent(null), '{"agent_id":"a","anonymous":true}');
    const [one, other, same] = [await sent('203.0.113.1'), await sent('203.0.113.2'), await sent('203.0.113.1')];
    assert.isTrue(/"client":"[\w-]{43}"/.test(one) && one === same && one !== other, `${one} ${same} ${other}`);
  });

  it('counts the calls that ring with the internal key', async () => {
    answer = () => ({ status: 200, body: { calls: 3 } });
    assert.equal(await plane().countRinging('2026-03-02T09:00:00.000Z'), 3);
    const line = 'GET /api/v1/calls/internal/ringing?registered_until=2026-03-02T09%3A00%3A00.000Z';
    assert.deepInclude(vendorRequest[0], { line, authorization: undefined, key: 'key' });
  });

  it('reports that a call is over with the internal key', async () => {
    await plane().reportCallStatus('o', 'c1');
    const body = { org_id: 'o', call_id: 'c1' };
    const line = 'POST /api/v1/campaign/internal/call-status';
    assert.deepEqual(vendorRequest, [{ line, authorization: undefined, key: 'key', body }]);
    answer = () => ({ status: 404 });
    assert.equal(await problemOf(plane().reportCallStatus('o', 'c1')), 'missing');
  });

  it('answers the log as a patch has left it', async () => {
    answer = () => ({ status: 200, body: { call_id: 'c1', campaign_id: 'k' } });
    assert.equal((await plane().updateCall('o', 'c1', { status: 'busy' })).campaign_id, 'k');
  });

  it('claims a call for its owner and answers false on a conflict', async () => {
    const ran = { agent_version: 2 };
    const claim = () => plane().claimCall('o', 'c1', 'me', ran);
    for (const status of [200, 409]) {
      answer = () => ({ status });
      assert.equal(await claim(), status === 200);
      assert.deepInclude(vendorRequest.at(-1), { line: 'PUT /api/v1/calls/c1/lease', body: { owner: 'me', ...ran } });
    }
    answer = () => ({ status: 429, body: { detail: 'full' } });
    assert.equal(await problemOf(claim()), 'limited');
    answer = ({ line }) => ({ status: line.includes('token') ? 200 : 404 });
    assert.equal(await problemOf(claim()), 'missing');
  });

  it('renews calls of any organisations with the internal key, and learns which are lost', async () => {
    answer = () => ({ status: 200, body: { lost: ['c2'] } });
    const calls = [
      { org_id: 'o', call_id: 'c1' },
      { org_id: 'p', call_id: 'c2' },
    ];
    assert.deepEqual(await plane().renewCalls('me', calls), ['c2']);
    assert.deepEqual(vendorRequest, [
      {
        line: 'POST /api/v1/calls/internal/leases',
        authorization: undefined,
        key: 'key',
        body: { owner: 'me', calls },
      },
    ]);
    answer = () => ({ status: 503 });
    assert.equal(await problemOf(plane().renewCalls('me', calls)), 'unavailable');
  });

  it('reports a lost call with the internal key', async () => {
    answer = () => ({ status: 200, body: { status: 'ok' } });
    const renewedAt = '2026-03-02T09:00:00.000Z';
    await plane().reportLostCall('o', 'c1', renewedAt);
    assert.deepEqual(vendorRequest, [
      {
        line: 'POST /api/v1/calls/internal/losses',
        authorization: undefined,
        key: 'key',
        body: { org_id: 'o', call_id: 'c1', heard_at: renewedAt },
      },
    ]);
  });

  it('retrieves passages with the internal key, in the organisation’s name', async () => {
    const chunks = [{ chunk_id: 'c', document_id: 'd', source_filename: 'menu.pdf', page: 2, text: 'At nine.' }];
    answer = () => ({ status: 200, body: { chunks } });
    const question = { question: 'when', document_ids: ['d1'], top_k: 3 };
    assert.deepEqual(await plane().retrieve('o', question), chunks);
    const sent = { line: 'POST /api/v1/rag/retrieve', authorization: undefined, key: 'key' };
    assert.deepEqual(vendorRequest, [{ ...sent, body: { ...question, org_id: 'o' } }]);
    answer = () => ({ status: 500, body: { detail: 'why' } });
    assert.equal(await problemOf(plane().retrieve('o', question)), 'unavailable');
    answer = () => ({ status: 200, body: { chunks, close: false } });
    assert.isEmpty(await plane().retrieve('o', question), 'an API of an earlier version does not say it');
  });

  it('cancels a retrieval when its signal aborts', async () => {
    const unwanted = new AbortController();
    const left = new Promise<void>((resolve) => {
      server.removeAllListeners('request').on('request', (_request, response: ServerResponse) => {
        response.on('close', resolve);
        unwanted.abort();
      });
    });
    const question = { question: 'when', document_ids: ['d1'], top_k: 3 };
    assert.equal(await problemOf(plane().retrieve('o', question, unwanted.signal)), 'unavailable');
    await left;
  });
});
