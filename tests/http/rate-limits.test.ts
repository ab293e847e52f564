import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

describe('rate limits over HTTP', () => {
  let world: World;
  beforeEach(async () => (world = await openWorld(undefined, { rateLimits: true, trustedProxies: 1 })));

  const post = (path: string, body: unknown, ip = '203.0.113.1') =>
    world.ask('POST', `/api/v1/users/${path}`, { body, headers: { 'x-forwarded-for': ip } });
  const logIn = (email: string, password = 'wrong horse', ip?: string) => post('login', { email, password }, ip);
  const signUp = (name: string, ip?: string) =>
    post('signup', { email: `${name}@example.com`, password: 'correct horse', organisation_name: 'X' }, ip);
  const times = async (count: number, ask: (turn: number) => Promise<{ status: number }>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) statuses.push((await ask(turn)).status);
    return statuses;
  };

  it('stop many starts of single sign-on for one address, and many responses of one client', async () => {
    const starts = await times(21, () => post('sso/start', { email: 'bob@acme.example' }));
    assert.deepEqual(starts.slice(-2), [404, 429]);
    const responses = await times(61, () => post('sso/finish', { flow: 'x', response: 'code=y' }));
    assert.deepEqual(responses.slice(-2), [401, 429]);
  });

  it('stop who guesses the password of an account at one address, and say when to try again', async () => {
    await signUp('ada');
    const attempts = await times(12, (turn) => logIn(turn % 2 ? 'ada@example.com' : ' ADA@example.com', 'x'));
    assert.deepEqual(attempts, [...Array<number>(10).fill(401), 429, 429]);
    const refused = await logIn('ada@example.com', 'correct horse');
    assert.deepInclude(refused, { status: 429, detail: 'Too many requests. Try again in 1 second.' });
    assert.equal(refused.headers.get('retry-after'), '1');
    world.ports.clock.advance(1000);
    assert.equal((await logIn('ada@example.com', 'correct horse')).status, 200);
  });

  it('do not count logins that succeed', async () => {
    await signUp('ada');
    const statuses = await times(30, () => logIn('ada@example.com', 'correct horse'));
    assert.deepEqual(new Set(statuses), new Set([200]));
  });

  it('lock out only the guessed account, also at the same address', async () => {
    await signUp('ada');
    await signUp('eve');
    const attempts = await times(300, () => logIn('ada@example.com'));
    assert.lengthOf(
      attempts.filter((status) => status === 429),
      290,
    );
    assert.equal((await logIn('eve@example.com', 'correct horse')).status, 200);
  });

  it('stop one address that tries many accounts, and no other address', async () => {
    const attempts = await times(101, (turn) => logIn(`user${turn}@example.com`));
    assert.deepEqual(attempts, [...Array<number>(100).fill(401), 429]);
    assert.equal((await logIn('cay@example.com', 'x', '203.0.113.2')).status, 401);
    assert.equal((await logIn('cay@example.com')).status, 429);
  });

  it('store nothing of a client that has used its limit, whatever accounts it names', async () => {
    const stored = async (): Promise<number | undefined> =>
      (await world.ports.documents.everything())['limit_counts']?.length;
    await times(101, (turn) => logIn(`user${turn}@example.com`));
    await times(51, (turn) => post('forgot-password', { email: `user${turn}@example.com` }));
    const before = await stored();
    const refused = await times(10, (turn) => logIn(`more${turn}@example.com`));
    refused.push(...(await times(10, (turn) => post('forgot-password', { email: `more${turn}@example.com` }))));
    assert.deepEqual(new Set(refused), new Set([429]));
    assert.equal(await stored(), before);
    assert.isAbove(before ?? 0, 100);
  });

  it('count a whole network of IPv6 as one client', async () => {
    const requested = await times(21, (turn) => signUp(`user${turn}`, `2001:db8:1:2::${turn + 1}`));
    assert.deepEqual(requested, [...Array<number>(20).fill(201), 429]);
    assert.equal((await signUp('another', '2001:db8:ffff::1')).status, 201);
  });

  it('ignore forwarded addresses from untrusted clients', async () => {
    const direct = await openWorld(undefined, { rateLimits: true });
    const requested = await times(61, (turn) =>
      direct.ask('GET', `/api/v1/users/check/user${turn}@example.com`, {
        headers: { 'x-forwarded-for': `1.1.1.${turn}` },
      }),
    );
    assert.equal(requested.at(-1), 429);
  });

  it('keep mail boxes from being flooded', async () => {
    await signUp('ada');
    const requested = await times(6, (turn) =>
      post('forgot-password', { email: 'ada@example.com' }, `198.51.100.${turn}`),
    );
    assert.deepEqual(requested, [200, 200, 200, 200, 200, 429]);
    await world.ports.mailQueue.flush();
    assert.lengthOf(world.ports.mailer.sent, 5);
    assert.equal((await post('forgot-password', { email: 'eve@example.com' })).status, 200);
  });

  it('bound the tries of reset tokens and invitations', async () => {
    const tries = await times(51, () => post('reset-password', { token: 'x', new_password: 'correct horse' }));
    assert.deepEqual([tries.at(-2), tries.at(-1)], [400, 429]);
    const { token } = await world.signUp();
    const invitations = await times(61, (turn) =>
      world.ask('POST', '/api/v1/members/invite', {
        token,
        body: { email: `user${turn}@example.com`, password: 'correct horse' },
      }),
    );
    assert.deepEqual([invitations.at(-2), invitations.at(-1)], [201, 429]);
  });

  it('bound the questions that may cost money, and only those of the client that asks them', async () => {
    const { token } = await world.signUp();
    const ask = (ip: string) =>
      world.ask('POST', '/api/v1/knowledge/ask', {
        token,
        body: { question: 'When do you open?' },
        headers: { 'x-forwarded-for': ip },
      });
    const requested = await times(61, () => ask('203.0.113.1'));
    assert.deepEqual([requested.at(-2), requested.at(-1)], [200, 429]);
    assert.equal((await ask('203.0.113.2')).status, 200);
  });

  it('touch nothing else', async () => {
    const { token } = await world.signUp();
    const requested = await times(150, () => world.ask('GET', '/api/v1/agents', { token }));
    assert.deepEqual(new Set(requested), new Set([200]));
  });
});
