import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

const LOGIN = { body: { email: 'ada@example.com', password: 'correct horse' } };

/** A world whose login does this. */
const worldWhere = (logIn: () => Promise<never>): Promise<World> =>
  openWorld((ports) => ({ accounts: { ...ports.accountUseCases, logIn } }));

describe('errors over HTTP', () => {
  it('answers unexpected errors without details and logs them', async () => {
    const world = await worldWhere(async () => {
      throw new Error('the password of the database is hunter2', { cause: new Error('deeper') });
    });
    const answer = await world.ask('POST', '/api/v1/users/login', LOGIN);
    assert.equal(answer.status, 500);
    assert.deepEqual(answer.body, { detail: 'Internal server error' });
    const line = world.log.find(({ event }) => event === 'http.failed');
    assert.equal(line?.['request_id'], answer.headers.get('x-request-id'));
    assert.include(String(line?.['stack']), 'hunter2');
    assert.include(String(line?.['cause']), 'deeper');
  });

  it('may be anything that can be thrown', async () => {
    const strange = Object.assign(new Error('x'), { status: 777 });
    const odd: readonly unknown[] = ['words', null, undefined, 7, { status: 200 }, strange];
    let thrown = strange;
    const world = await worldWhere(() => Promise.reject(thrown));
    for (const each of odd) {
      thrown = each as typeof strange;
      assert.equal((await world.ask('POST', '/api/v1/users/login', LOGIN)).status, 500, JSON.stringify(each));
    }
  });

  it('in the middle of a stream end the connection, not the process', async () => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(100_000);
      throw new Error('the disk is gone');
    }
    const world = await openWorld((ports) => ({
      calls: {
        ...ports.callUseCases,
        openArtifact: async () => ({ size: 200_000, bytes: async () => breaking() }),
      },
    }));
    const { token } = await world.signUp();
    const outcome = await world.ask('GET', '/api/v1/calls/c1/recording', { token }).catch((error: Error) => error);
    assert.instanceOf(outcome, Error);
    assert.equal((await world.ask('GET', '/health')).status, 200);
    assert.isTrue(world.log.some(({ event }) => event === 'http.answer_broken'));
  });
});

describe('our own answers', () => {
  it('are held against the contract, so that nothing leaves that was not promised', async () => {
    const world = await openWorld((ports) => ({
      accounts: {
        ...ports.accountUseCases,
        logIn: async (request) => ({ ...(await ports.accountUseCases.logIn(request)), password: 'hash' }),
      },
    }));
    await world.signUp();
    const answer = await world.ask('POST', '/api/v1/users/login', LOGIN);
    assert.equal(answer.status, 500);
    assert.notInclude(answer.text, 'hash');
  });

  it('are sent as they are in production', async () => {
    const world = await openWorld(
      (ports) => ({ calls: { ...ports.callUseCases, readMetrics: async () => ({ summary: {} }) as never } }),
      { validateResponses: false },
    );
    const { token } = await world.signUp();
    assert.equal((await world.ask('GET', '/api/v1/calls/c1/metrics', { token })).status, 200);
  });
});

describe('routes and methods', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('that do not exist are Not Found', async () => {
    for (const path of ['/nowhere', '/api/v1/nowhere', '/api/v1/Agents', '/api/v1/agents/a/b'])
      assert.deepInclude(await world.ask('GET', path), { status: 404, detail: 'Not Found' });
  });

  it('that do not go together are 405 with what does', async () => {
    const answer = await world.ask('DELETE', '/api/v1/agents');
    assert.deepInclude(answer, { status: 405, detail: 'Method Not Allowed' });
    assert.sameMembers(answer.headers.get('allow')!.split(', '), ['POST', 'GET', 'HEAD', 'OPTIONS']);
    assert.equal((await world.ask('POST', '/')).headers.get('allow'), 'GET, HEAD, OPTIONS');
  });

  it('are listed by OPTIONS', async () => {
    const answer = await world.ask('OPTIONS', '/api/v1/users/login');
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
    assert.equal(answer.headers.get('allow'), 'POST, OPTIONS');
    assert.equal((await world.ask('OPTIONS', '/nowhere')).status, 404);
  });

  it('answer HEAD like GET, without the body', async () => {
    const { token } = await world.signUp();
    for (const path of ['/', '/health', '/api/v1/agents', '/nowhere', '/api/v1/agents/none']) {
      const [get, head] = [await world.ask('GET', path, { token }), await world.ask('HEAD', path, { token })];
      assert.equal(head.status, get.status, path);
      assert.equal(head.text, '');
      assert.equal(head.headers.get('content-length'), get.headers.get('content-length'), path);
    }
    assert.equal((await world.ask('HEAD', '/api/v1/agents')).status, 401);
    assert.equal((await world.ask('HEAD', '/api/v1/users/login')).status, 405);
  });
});
