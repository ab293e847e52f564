import { assert } from 'chai';
import { accountUseCases } from '../../application/accounts/index.ts';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { openPorts, type Ports } from '../support/world.ts';
import { refusalOf } from '../support/refusals.ts';

const ADA = { email: 'Ada@Example.com', password: 'correct horse', organisation_name: 'Acme' };
const EMAIL = 'ada@example.com';

/** The ports with one write that fails, as if the process had died there. */
type Cut = (ports: Ports) => Ports;
const dies = (): Promise<never> => Promise.reject(new Error('the process died'));

const CUTS: Readonly<Record<string, Cut>> = {
  'before the organisation': (ports) => ({ ...ports, organisations: { ...ports.organisations, add: dies } }),
  'before the user': (ports) => ({ ...ports, users: { ...ports.users, add: dies } }),
  'before the membership': (ports) => ({ ...ports, memberships: { ...ports.memberships, add: dies } }),
};

const ENDED = 'The session has ended. Log in again.';

describe('sign-up', () => {
  let ports: Ports;
  beforeEach(async () => (ports = await openPorts()));
  const accounts = (cut: Cut = (same) => same) => accountUseCases(cut(ports));

  it('creates a user, an organisation and a super_admin membership, then logs in', async () => {
    const session = await accounts().signUp(ADA);
    assert.include(session, { status: 'success', token_type: 'bearer', role: 'super_admin', is_first_login: true });
    assert.deepEqual(session.organisations, [{ org_id: session.org_id!, name: 'Acme', role: 'super_admin' }]);
    assert.deepEqual(ports.tokens.verify(session.access_token), {
      email: EMAIL,
      org_id: session.org_id,
      role: 'super_admin',
      session_version: 0,
    });
    const user = await ports.users.find(EMAIL);
    assert.equal(user?.last_logged_in_at, ports.clock.now().toISOString());
    assert.notInclude(user?.password, ADA.password);
  });

  it('rejects a taken address in any spelling and with any password', async () => {
    await accounts().signUp(ADA);
    for (const again of [ADA, { ...ADA, email: ' ADA@example.COM' }, { ...ADA, password: 'another one' }]) {
      const error = await refusalOf(accounts().signUp(again));
      assert.deepEqual([error.problem, error.message], ['rejected', 'Email already registered']);
    }
  });

  for (const [place, cut] of Object.entries(CUTS)) {
    it(`cut short ${place}, shows nothing and can be sent again`, async () => {
      assert.equal(
        await accounts(cut)
          .signUp(ADA)
          .catch((error: Error) => error.message),
        'the process died',
      );
      assert.deepEqual(await ports.memberships.ofUser(EMAIL), []);
      const session = await accounts().signUp(ADA);
      assert.isTrue(session.is_first_login);
      assert.lengthOf(session.organisations, 1);
      assert.equal((await refusalOf(accounts().signUp(ADA))).problem, 'rejected');
      assert.lengthOf((await accounts().logIn(ADA)).organisations, 1);
    });
  }

  it('is completed by a log-in when interrupted before the membership', async () => {
    await accounts(CUTS['before the membership'])
      .signUp(ADA)
      .catch(() => null);
    const session = await accounts().logIn(ADA);
    assert.include(session, { role: 'super_admin', is_first_login: true });
    assert.equal((await refusalOf(accounts().signUp(ADA))).problem, 'rejected');
  });

  it('cannot be resumed without the right password', async () => {
    await accounts(CUTS['before the membership'])
      .signUp(ADA)
      .catch(() => null);
    assert.equal((await refusalOf(accounts().signUp({ ...ADA, password: 'a guess at it' }))).problem, 'rejected');
    assert.isTrue((await accounts().signUp(ADA)).is_first_login);
  });

  for (const [who, password] of [
    ['attempts of one person', () => ADA.password],
    ['attempts of several people', (turn: number) => `password ${turn}`],
  ] as const)
    it(`succeeds once when ${who} race for an address, and leaves nothing half-written`, async () => {
      const racing = Array.from({ length: 6 }, (_, turn) =>
        accounts()
          .signUp({ ...ADA, password: password(turn), organisation_name: `Acme ${turn}` })
          .then(
            (session) => session,
            (error: Error) => error.message,
          ),
      );
      const results = await Promise.all(racing);
      const sessions = results.filter((result) => typeof result !== 'string');
      assert.lengthOf(sessions, 1);
      assert.deepEqual(
        results.filter((result) => typeof result === 'string'),
        Array(5).fill('Email already registered'),
      );
      const places = await ports.memberships.ofUser(EMAIL);
      const user = await ports.users.find(EMAIL);
      assert.deepEqual(
        places.map(({ org_id }) => org_id),
        [user!.default_org_id],
      );
      assert.equal(sessions[0]!.org_id, user!.default_org_id);
    });

  it('does not restore an invited member who was removed', async () => {
    const owner = await accounts().signUp(ADA);
    const password = await ports.passwords.hash(new TextEncoder().encode('first password'));
    const eve = {
      email: 'eve@example.com',
      password,
      created_at: ports.clock.now().toISOString(),
      default_org_id: owner.org_id!,
      last_logged_in_at: null,
    };
    await ports.users.add(eve);
    const again = { email: eve.email, password: 'first password', organisation_name: 'Eve' };
    assert.equal((await refusalOf(accounts().signUp(again))).problem, 'rejected');
    const session = await accounts().logIn(again);
    assert.deepInclude(session, { org_id: null, role: 'member', organisations: [] });
  });
});

describe('log-in', () => {
  let ports: Ports;
  beforeEach(async () => (ports = await openPorts()));

  it('reports the first log-in only once', async () => {
    const accounts = ports.accountUseCases;
    await accounts.signUp(ADA);
    await ports.users.update(EMAIL, { last_logged_in_at: null });
    assert.isTrue((await accounts.logIn(ADA)).is_first_login);
    ports.clock.advance(60_000);
    assert.isFalse((await accounts.logIn(ADA)).is_first_login);
    assert.equal((await ports.users.find(EMAIL))?.last_logged_in_at, ports.clock.now().toISOString());
  });

  it('reports the first log-in only once under a race', async () => {
    const accounts = ports.accountUseCases;
    await accounts.signUp(ADA);
    await ports.users.update(EMAIL, { last_logged_in_at: null });
    const sessions = await Promise.all(Array.from({ length: 6 }, () => accounts.logIn(ADA)));
    assert.lengthOf(
      sessions.filter(({ is_first_login }) => is_first_login),
      1,
    );
  });

  it('answers an unknown address like a wrong password', async () => {
    const accounts = ports.accountUseCases;
    await accounts.signUp(ADA);
    for (const wrong of [
      { email: 'eve@example.com', password: ADA.password },
      { email: 'no address', password: ADA.password },
      { email: BOT_EMAIL, password: '' },
      { email: ADA.email, password: 'wrong horse' },
      { email: ADA.email, password: '' },
    ]) {
      const error = await refusalOf(accounts.logIn(wrong));
      assert.deepEqual([error.problem, error.message], ['unauthenticated', 'Incorrect email or password']);
    }
  });

  it('compares the first 72 bytes of a password', async () => {
    const accounts = ports.accountUseCases;
    await accounts.signUp({ ...ADA, password: 'ü'.repeat(40) });
    assert.equal((await accounts.logIn({ ...ADA, password: 'ü'.repeat(36) })).status, 'success');
    assert.equal((await refusalOf(accounts.logIn({ ...ADA, password: 'ü'.repeat(35) }))).problem, 'unauthenticated');
  });
});

describe('refreshPrincipal', () => {
  let ports: Ports;
  beforeEach(async () => (ports = await openPorts()));

  it('takes the current role and rejects a user who is not a member', async () => {
    const accounts = ports.accountUseCases;
    const { org_id } = await accounts.signUp(ADA);
    const caller = { email: EMAIL, org_id, role: 'member' as const };
    assert.equal((await accounts.refreshPrincipal(caller)).role, 'super_admin');
    await accounts.signUp({ ...ADA, email: 'eve@example.com' });
    const error = await refusalOf(accounts.refreshPrincipal({ ...caller, email: 'eve@example.com' }));
    assert.deepEqual([error.problem, error.message], ['unauthenticated', 'Membership no longer exists']);
    assert.equal((await refusalOf(accounts.refreshPrincipal({ ...caller, email: 'no@example.com' }))).message, ENDED);
  });

  it('rejects users and the bot of a deleted organisation', async () => {
    const accounts = ports.accountUseCases;
    const { org_id } = await accounts.signUp(ADA);
    const bot = { email: BOT_EMAIL, org_id, role: 'admin' as const };
    assert.deepEqual(await accounts.refreshPrincipal(bot), bot);
    await ports.organisations.remove(org_id!);
    for (const caller of [bot, { ...bot, email: EMAIL }])
      assert.equal((await refusalOf(accounts.refreshPrincipal(caller))).message, 'Organisation no longer exists');
  });

  it('checks only the session without an organisation', async () => {
    const accounts = ports.accountUseCases;
    const caller = { email: EMAIL, org_id: null, role: 'member' as const };
    assert.equal((await refusalOf(accounts.refreshPrincipal(caller))).message, ENDED);
    await accounts.signUp(ADA);
    assert.deepEqual(await accounts.refreshPrincipal(caller), caller);
    assert.equal((await refusalOf(accounts.refreshPrincipal({ ...caller, session_version: 1 }))).message, ENDED);
  });
});

describe('own account', () => {
  it('requires a membership of the active organisation', async () => {
    const ports = await openPorts();
    const accounts = ports.accountUseCases;
    await accounts.signUp(ADA);
    const elsewhere = { email: EMAIL, org_id: ports.ids.next(), role: 'super_admin' as const };
    assert.equal((await refusalOf(accounts.read(elsewhere))).problem, 'unauthenticated');
    assert.equal((await refusalOf(accounts.read({ ...elsewhere, email: BOT_EMAIL }))).problem, 'forbidden');
  });
});
