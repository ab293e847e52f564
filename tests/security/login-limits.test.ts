import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe('wrong passwords', () => {
  let world: World;
  beforeEach(async () => {
    world = await openWorld(undefined, { rateLimits: true, trustedProxies: 1 });
    await post('signup', { email: 'ada@example.com', password: 'correct horse', organisation_name: 'X' }, HOME);
  });

  const HOME = '203.0.113.1';
  const post = (path: string, body: unknown, ip: string) =>
    world.ask('POST', `/api/v1/users/${path}`, { body, headers: { 'x-forwarded-for': ip } });
  const logIn = (ip: string, password = 'wrong', email = 'ada@example.com') => post('login', { email, password }, ip);
  const stranger = (turn: number): string => `198.51.${100 + Math.floor(turn / 250)}.${turn % 250}`;
  const statusesOf = async (count: number, ask: (turn: number) => Promise<{ status: number }>): Promise<number[]> => {
    const statuses: number[] = [];
    for (let turn = 0; turn < count; turn += 1) statuses.push((await ask(turn)).status);
    return statuses;
  };

  it('do not lock the owner out, from the owner’s address or another', async () => {
    const attempts = await statusesOf(50, () => logIn(stranger(0)));
    assert.deepEqual(attempts, [...Array<number>(10).fill(401), ...Array<number>(40).fill(429)]);
    assert.equal((await logIn(HOME, 'correct horse')).status, 200);
    assert.equal((await logIn('192.0.2.77', 'correct horse')).status, 200);
  });

  it('slow down many unknown addresses together, but not the owner', async () => {
    const attempts = await statusesOf(60, (turn) => logIn(stranger(turn)));
    assert.deepEqual(attempts, [...Array<number>(30).fill(401), ...Array<number>(30).fill(429)]);
    assert.equal((await logIn(HOME, 'correct horse')).status, 200);
    assert.equal((await logIn(stranger(99), 'correct horse')).status, 429);
    world.ports.clock.advance(MINUTE);
    assert.equal((await logIn(stranger(99), 'correct horse')).status, 200);
    // Now it is known, too.
    await statusesOf(60, (turn) => logIn(stranger(200 + turn)));
    assert.equal((await logIn(stranger(99), 'correct horse')).status, 200);
  });

  it('delay one address longer each time, from a second to 15 minutes', async () => {
    await statusesOf(10, () => logIn(stranger(0)));
    const waits: string[] = [];
    for (let turn = 0; turn < 13; turn += 1) {
      const refused = await logIn(stranger(0));
      assert.equal(refused.status, 429);
      const seconds = Number(refused.headers.get('retry-after'));
      waits.push(`${seconds}: ${String(refused.detail)}`);
      world.ports.clock.advance(seconds * SECOND);
      assert.equal((await logIn(stranger(0))).status, 401);
    }
    assert.deepEqual(
      waits.map((wait) => Number(wait.split(':')[0])),
      [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900],
    );
    assert.equal(waits[0], '1: Too many requests. Try again in 1 second.');
    assert.equal(waits[6], '64: Too many requests. Try again in 64 seconds.');
    assert.equal(waits[12], '900: Too many requests. Try again in 15 minutes.');
  });

  it('are reset by a successful login', async () => {
    await statusesOf(9, () => logIn(HOME));
    assert.equal((await logIn(HOME, 'correct horse')).status, 200);
    assert.deepEqual(await statusesOf(11, () => logIn(HOME)), [...Array<number>(10).fill(401), 429]);
  });

  it('get separate delays when sent concurrently', async () => {
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await logIn(stranger(0))).status));
    assert.lengthOf(
      statuses.filter((status) => status === 401),
      10,
    );
  });

  it('count per IPv6 /64 network and per IPv4 address in IPv6 notation', async () => {
    await statusesOf(10, (turn) => logIn(`2001:db8:1:2:${turn}::1`));
    assert.equal((await logIn('2001:db8:1:2:ffff::1')).status, 429);
    assert.equal((await logIn('2001:db8:1:3::1')).status, 401);
    await statusesOf(10, () => logIn('::ffff:192.0.2.1'));
    assert.equal((await logIn('::ffff:192.0.2.1')).status, 429);
    assert.equal((await logIn('::ffff:192.0.2.2')).status, 401);
  });

  it('are delayed in the same way for addresses without an account', async () => {
    const attempts = await statusesOf(40, (turn) => logIn(stranger(turn), 'wrong', 'nobody@example.com'));
    assert.deepEqual(attempts, [...Array<number>(30).fill(401), ...Array<number>(10).fill(429)]);
  });
});
