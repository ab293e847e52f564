import { assert } from 'chai';
import { readFile } from 'node:fs/promises';
import type { RequestListener, ServerResponse } from 'node:http';
import { mock } from 'node:test';
import { generateSchema, SCHEMA } from '../../clients/build/schema.ts';
import { answered, apiClient, ApiError, multipart, streamed } from '../../clients/typescript/index.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';
import { localServer } from '../support/local-server.ts';

describe('the typed client', () => {
  let world: World;
  let ada: Signer;
  before(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });

  const client = (token: string | null = ada.token) => apiClient({ baseUrl: world.url, token: () => token });

  it('matches openapi.yaml: if not, run `npm run client`', async () => {
    assert.isTrue((await readFile(SCHEMA, 'utf8')) === (await generateSchema()));
  });

  it('sends its token', async () => {
    const me = await answered(client().GET('/api/v1/users/me'));
    assert.equal(me.email, ada.email);
  });

  it('uploads a file with its name', async () => {
    const list = new Blob(['phone_number,name\n+14155550100,Bo\n']);
    const upload = await answered(client().POST('/api/v1/campaign/upload', multipart(list, 'bo.csv')));
    assert.include(upload, { filename: 'bo.csv', contact_rows: 1 });
  });

  it('throws the API’s error message', async () => {
    const error = await errorOf(client(null).GET('/api/v1/users/me'));
    assert.equal(error.status, 401);
    assert.deepEqual(error.problems, [{ field: null, message: error.message }]);
    assert.deepEqual(error.body, { detail: error.message });
    assert.isString(error.requestId);
  });

  it('lists invalid fields, one per line', async () => {
    const body = { email: 'ada@example.com', password: 'short', organisation_name: '' };
    const error = await errorOf(client().POST('/api/v1/users/signup', { body }));
    assert.equal(error.status, 422);
    assert.sameMembers(
      error.problems.map(({ field }) => field),
      ['password', 'organisation_name'],
    );
    assert.match(error.message, /^password: .+\norganisation_name: /);
  });
});

describe('the typed client with a failing server', () => {
  const TIMEOUT_MS = 20_000;
  const LITTLE_TIMEOUT_MS = 100;
  const recording = { params: { path: { call_id: 'c' } }, ...streamed };

  /** A client of a server that answers like this. */
  async function clientOf(answer: RequestListener, timeoutMs = TIMEOUT_MS) {
    return apiClient({ baseUrl: (await localServer(answer)).url, timeoutMs });
  }

  it('distinguishes an unreachable server from one that rejects', async () => {
    const error = await errorOf(apiClient({ baseUrl: 'http://127.0.0.1:9' }).GET('/health'));
    assert.isNull(error.status);
    assert.match(error.message, /cannot be reached: .+/);
  });

  it('times out when the server sends no response', async () => {
    const api = await clientOf(() => undefined, LITTLE_TIMEOUT_MS);
    assert.match((await errorOf(api.GET('/health'))).message, /cannot be reached: no data for 0.1 seconds/);
  });

  it('times out when a response stops in the middle', async () => {
    const api = await clientOf((_, response) => response.writeHead(200).write('{"status": "o'), LITTLE_TIMEOUT_MS);
    assert.isNull((await errorOf(api.GET('/health'))).status);
  });

  it('reads a slow response as long as data arrives', async () => {
    mock.timers.enable({ apis: ['setTimeout'] });
    atEndOfTest(() => mock.timers.reset());
    let answer: ServerResponse | undefined;
    const api = await clientOf((_, response) => (answer = response).writeHead(200).write('x'));
    const parts = (await answered(api.GET('/api/v1/calls/{call_id}/recording', recording)))!.getReader();
    for (const _ of [1, 2, 3]) {
      await parts.read();
      mock.timers.tick(TIMEOUT_MS - 1);
      answer!.write('x');
    }
    answer!.end();
    await parts.read();
    assert.isTrue((await parts.read()).done);
  });

  it('reads a status and Retry-After from an error that is not JSON', async () => {
    const api = await clientOf((_, response) => response.writeHead(503, { 'retry-after': '7' }).end('<h1>later</h1>'));
    const error = await errorOf(api.GET('/health'));
    assert.include(error, { status: 503, message: 'The API answered 503.', retryAfterSeconds: 7 });
  });
});

/** How this fails. */
async function errorOf(request: Parameters<typeof answered>[0]): Promise<ApiError> {
  const error: unknown = await answered(request).then(
    () => null,
    (cause: unknown) => cause,
  );
  assert.isTrue(error instanceof ApiError);
  return error as ApiError;
}
