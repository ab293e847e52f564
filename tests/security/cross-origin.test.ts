import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

const LISTED = 'https://app.example.com';
const PREFLIGHT = { origin: LISTED, 'access-control-request-method': 'PATCH' };

describe('browser page', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('gets no cookie and may send none at sign-up and login', async () => {
    const account = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'X' };
    for (const [method, path, body] of [
      ['POST', '/api/v1/users/signup', account],
      ['POST', '/api/v1/users/login', account],
      ['OPTIONS', '/api/v1/users/login', undefined],
    ] as const) {
      const headers = method === 'OPTIONS' ? PREFLIGHT : { origin: LISTED };
      const answer = await world.ask(method, path, { headers, ...(body && { body }) });
      assert.isBelow(answer.status, 300, answer.text);
      assert.equal(answer.headers.get('access-control-allow-origin'), LISTED, method);
      assert.isNull(answer.headers.get('access-control-allow-credentials'), method);
      assert.isNull(answer.headers.get('set-cookie'), path);
    }
  });

  it('is not authenticated by a cookie with a valid token', async () => {
    const { token } = await world.signUp('eve');
    assert.equal((await world.ask('GET', '/api/v1/agents', { token })).status, 200);
    for (const name of ['token', 'access_token', 'authorization', 'session']) {
      const cookie = `${name}=${token}; Authorization=Bearer ${token}`;
      assert.equal((await world.ask('GET', '/api/v1/agents', { headers: { cookie } })).status, 401, name);
    }
  });
});
