import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

const ADA = { email: 'Ada@Example.com', password: 'correct horse', organisation_name: 'Acme' };

describe('users over HTTP', () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));
  const signUp = (body: unknown = ADA) => world.ask('POST', '/api/v1/users/signup', { body });
  const logIn = (body: unknown) => world.ask('POST', '/api/v1/users/login', { body });

  it('sign up, and are known by their token', async () => {
    const { status, body } = await signUp();
    assert.equal(status, 201);
    const { access_token: token, org_id, ...rest } = body as { access_token: string; org_id: string };
    assert.deepEqual(rest, {
      status: 'success',
      message: 'Sign-up successful',
      token_type: 'bearer',
      role: 'super_admin',
      organisations: [{ org_id, name: 'Acme', role: 'super_admin' }],
      is_first_login: true,
    });
    const now = world.ports.clock.now().toISOString();
    assert.deepEqual((await world.ask('GET', '/api/v1/users/me', { token })).body, {
      email: 'ada@example.com',
      created_at: now,
      default_org_id: org_id,
      last_logged_in_at: now,
      org_id,
      role: 'super_admin',
      organisation_name: 'Acme',
      organisations: [{ org_id, name: 'Acme', role: 'super_admin' }],
    });
  });

  it('sign up once: of two at the same time one gets 201 and one 400', async () => {
    const answers = await Promise.all([signUp(), signUp({ ...ADA, password: 'another horse' })]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, 400],
    );
    assert.equal(answers.find(({ status }) => status === 400)?.detail, 'Email already registered');
    assert.equal((await signUp()).status, 400);
  });

  it('get all problems of a sign-up at once', async () => {
    const { status, detail } = await signUp({ email: 7, password: 'short' });
    assert.equal(status, 422);
    const problems = (detail as { loc: unknown[]; type: string }[]).map(({ loc, type }) => [...loc, type].join(' '));
    assert.sameMembers(problems, ['body organisation_name required', 'body email type', 'body password minLength']);
  });

  it("get the domain's refusals as a sentence", async () => {
    assert.deepInclude(await signUp({ ...ADA, email: 'ada' }), {
      status: 422,
      detail: 'email must be a valid email address',
    });
    assert.deepInclude(await signUp({ ...ADA, email: 'bot@internal.invalid' }), {
      status: 422,
      detail: 'email is reserved',
    });
    assert.deepInclude(await signUp({ ...ADA, organisation_name: '   ' }), {
      status: 422,
      detail: 'organisation_name is required',
    });
  });

  it('log in with any spelling of their address', async () => {
    await signUp();
    const { status, body } = await logIn({ email: ' ADA@EXAMPLE.COM ', password: ADA.password });
    assert.equal(status, 200);
    assert.deepInclude(body as object, { message: 'Login successful', is_first_login: false, role: 'super_admin' });
  });

  it('do not log in with anything else, and one text tells them so', async () => {
    await signUp();
    for (const wrong of [
      { email: ADA.email, password: 'wrong' },
      { email: 'eve@example.com', password: ADA.password },
      { email: '', password: '' },
    ])
      assert.deepInclude(await logIn(wrong), { status: 401, detail: 'Incorrect email or password' });
    assert.isNull((await logIn({ email: '', password: '' })).headers.get('www-authenticate'));
    assert.equal((await logIn({ email: ADA.email })).status, 422);
  });

  it('do not find an account of the bot', async () => {
    const { org_id } = await world.signUp('bob');
    const token = world.ports.tokens.issue({ email: 'bot@internal.invalid', org_id, role: 'admin' });
    assert.deepInclude(await world.ask('GET', '/api/v1/users/me', { token }), {
      status: 403,
      detail: 'A bot token may not do this',
    });
  });
});
