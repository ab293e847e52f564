import { assert } from 'chai';
import { client, type Answer, type Client } from '../support/client.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { eventually } from '../support/eventually.ts';
import { openPlatform } from '../support/platform.ts';
import { statusChecked } from '../support/promised-statuses.ts';
import { describeServed } from '../support/servers.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** No request may take longer, whatever the database does and however busy the machine is. */
const LONGEST_MS = 30_000;

const account = (name: string) => ({
  email: `${name}@example.com`,
  password: 'correct horse',
  organisation_name: `Organisation of ${name}`,
});

describeServed('the API while its database is away', 'documents', function (server) {
  const opened = async (isThere = true) => {
    const url = temporaryDatabase(server());
    const proxy = await TcpProxy.before(server());
    atEndOfTest(() => proxy.cut());
    if (!isThere) proxy.cut();
    const platform = await openPlatform({ services: ['api'], env: { DOCUMENTS_URL: proxy.through(url) } });
    const { ask } = statusChecked(client(new URL(platform.apiBaseUrl).origin), '/api/v1');
    return { proxy, ask: timed(ask) };
  };

  it('starts without it, says so, and works as soon as it is there', async () => {
    const { proxy, ask } = await opened(false);
    assert.deepEqual((await ask('GET', '/health')).body, { status: 'degraded', database: 'down' });
    assertOutage(await signUp(ask, 'ada'));
    await proxy.restore();
    await recovered(ask);
    assert.equal((await signUp(ask, 'ada')).status, 201);
  });

  it('says so when it goes, and works again when it is back', async () => {
    const { proxy, ask } = await opened();
    assert.equal((await signUp(ask, 'ada')).status, 201);
    for (const go of [() => proxy.cut(), () => proxy.hang()]) {
      go();
      const [health, login] = await Promise.all([ask('GET', '/health'), logIn(ask, 'ada')]);
      assert.deepEqual(health.body, { status: 'degraded', database: 'down' });
      assertOutage(login);
      assertOutage(await logIn(ask, 'ada'));
      await proxy.restore();
      await recovered(ask);
      assert.equal((await logIn(ask, 'ada')).status, 200);
    }
  });

  it('writes no half of a sign-up, wherever that is cut short', async () => {
    const { proxy, ask } = await opened();
    let broken = 0;
    for (let pieces = 0; ; pieces += 1) {
      const name = `ada${pieces}`;
      proxy.cutAfter(pieces);
      const { status } = await signUp(ask, name);
      await proxy.restore();
      await recovered(ask);
      // Where only the last answer was lost, the sign-up is whole; anywhere else there is nothing of it.
      if (status !== 201) {
        broken += 1;
        const isWhole = (await logIn(ask, name)).status === 200;
        assert.equal((await signUp(ask, name)).status, isWhole ? 400 : 201);
      }
      const session = (await logIn(ask, name)).body as { access_token: string };
      const listed = await ask('GET', '/api/v1/users/organisations', { token: session.access_token });
      assert.lengthOf((listed.body as { organisations: unknown[] }).organisations, 1);
      if (status === 201) break;
    }
    assert.isAtLeast(broken, 4);
  });
});

type Ask = Client['ask'];

/** Asks, and lets no answer take too long. */
const timed =
  (ask: Ask): Ask =>
  async (...question) => {
    const startedAt = performance.now();
    const answer = await ask(...question);
    assert.isBelow(performance.now() - startedAt, LONGEST_MS);
    return answer;
  };

const signUp = (ask: Ask, name: string): Promise<Answer> =>
  ask('POST', '/api/v1/users/signup', { body: account(name) });

const logIn = (ask: Ask, name: string): Promise<Answer> => ask('POST', '/api/v1/users/login', { body: account(name) });

function assertOutage({ status, detail, headers }: Answer): void {
  assert.equal(status, 503);
  assert.match(String(detail), /^The document store (does|did) not answer/);
  assert.equal(headers.get('retry-after'), '2');
}

/** Waits until the API is well again. */
const recovered = (ask: Ask): Promise<unknown> =>
  eventually(
    async () => ((await ask('GET', '/health')).body as { readonly status: string }).status === 'ok',
    'the recovery of the API',
  );
