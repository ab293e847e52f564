import { assert } from 'chai';
import { openWorld, type Signer, type World } from '../support/world.ts';

const NEW = 'a new password';
const HOUR = 60 * 60_000;

describe('a forgotten password over HTTP', () => {
  let world: World;
  let ada: Signer;
  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });

  const forgot = async (email: unknown = ada.email) => {
    const answer = await world.ask('POST', '/api/v1/users/forgot-password', { body: { email } });
    await world.ports.mailQueue.flush();
    return answer;
  };
  const reset = (token: unknown, new_password: unknown = NEW) =>
    world.ask('POST', '/api/v1/users/reset-password', { body: { token, new_password } });
  const statusOfLogin = async (password: string) =>
    (await world.ask('POST', '/api/v1/users/login', { body: { email: ada.email, password } })).status;
  const newToken = async () => {
    await forgot();
    return world.ports.mailer.lastToken();
  };

  it('is replaced by who reads the mail', async () => {
    const answer = await forgot(' ADA@Example.com ');
    assert.equal(answer.status, 200);
    const [mail, ...more] = world.ports.mailer.sent;
    assert.isEmpty(more);
    assert.equal(mail?.to, ada.email);
    const link = `https://app.example.com/reset-password?token=${world.ports.mailer.lastToken()}`;
    assert.include(mail?.text, `\n${link}\n`);
    assert.include(mail?.html, `<a href="${link}">`);
    const done = await reset(world.ports.mailer.lastToken());
    assert.equal(done.status, 200);
    assert.deepEqual(done.body, { status: 'success', message: 'Password changed' });
    assert.equal(await statusOfLogin(NEW), 200);
    assert.equal(await statusOfLogin(ada.password), 401);
  });

  it('is asked for with one answer, whether there is an account or not', async () => {
    const known = await forgot();
    for (const address of ['eve@example.com', 'no address', '', 'bot@internal.invalid']) {
      const unknown = await forgot(address);
      assert.deepEqual([unknown.status, unknown.body], [known.status, known.body], address);
    }
    assert.lengthOf(world.ports.mailer.sent, 1);
    assert.equal(world.ports.mailer.rehearsals, 5);
    assert.equal((await forgot(`${'x'.repeat(250)}@example.com`)).status, 422);
    assert.equal((await forgot({ $ne: null })).status, 422);
  });

  it('answers 400 while no mail can be sent and logs it', async () => {
    world.ports.mailer.fail();
    for (const address of [ada.email, 'eve@example.com'])
      assert.deepInclude(await forgot(address), { status: 400, detail: 'The mail could not be sent' });
    const lines = world.log.filter(({ event }) => event === 'mail.not_sent');
    assert.lengthOf(lines, 2);
    assert.equal(lines[0]?.['reason'], 'The mail server is away');
  });

  it('is replaced once by each token', async () => {
    const token = await newToken();
    assert.equal((await reset(token)).status, 200);
    assert.deepInclude(await reset(token, 'yet another one'), { status: 400, detail: 'Invalid or expired token' });
    assert.equal(await statusOfLogin(NEW), 200);
  });

  it('is replaced once, also when two try at the same time', async () => {
    const token = await newToken();
    const passwords = ['the first password', 'the second password'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    assert.sameMembers(
      answers.map(({ status }) => status),
      [200, 400],
    );
    const logins = await Promise.all(passwords.map(statusOfLogin));
    assert.deepEqual(
      logins,
      answers.map(({ status }) => (status === 200 ? 200 : 401)),
    );
  });

  it('is replaced within the hour', async () => {
    const token = await newToken();
    world.ports.clock.advance(HOUR);
    assert.deepInclude(await reset(token), { status: 400, detail: 'Invalid or expired token' });
    const other = await newToken();
    world.ports.clock.advance(HOUR - 1);
    assert.equal((await reset(other)).status, 200);
  });

  it('is replaced with one of the mails, and the others are worthless then', async () => {
    const [first, second] = [await newToken(), await newToken()];
    assert.equal((await reset(first)).status, 200);
    assert.equal((await reset(second, 'not this one')).status, 400);
    assert.equal(await statusOfLogin(NEW), 200);
  });

  it('is not replaced by a bad one, which leaves the token good', async () => {
    const token = await newToken();
    for (const bad of ['short', 'x'.repeat(257), 7, null]) assert.equal((await reset(token, bad)).status, 422);
    assert.equal((await reset(token, '🔑'.repeat(256))).status, 200);
  });

  it('is not replaced by anything but a token', async () => {
    await newToken();
    for (const attempt of ['', 'x', '__proto__', ada.email, 'x'.repeat(100_000)])
      assert.deepInclude(await reset(attempt), { status: 400, detail: 'Invalid or expired token' });
    assert.equal((await reset({ $ne: null })).status, 422);
    assert.equal(await statusOfLogin(ada.password), 200);
  });

  it('is never stored in a form that opens anything', async () => {
    const token = await newToken();
    const resets = await world.ports.documents.open<{ email: string }>({ name: 'password_resets', indexes: [] });
    const [stored] = await resets.find({});
    assert.notInclude(JSON.stringify(stored), token);
    assert.equal((await reset((stored as unknown as { token_hash: string }).token_hash)).status, 400);
  });

  it('leaves nothing behind when the password is not replaced', async () => {
    await forgot();
    world.ports.clock.advance(HOUR + 1);
    await forgot();
    const resets = await world.ports.documents.open<{ email: string }>({ name: 'password_resets', indexes: [] });
    assert.equal(await resets.count({}), 1);
  });
});
