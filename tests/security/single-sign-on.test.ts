import { assert } from 'chai';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import { openidProvider, type OpenidProvider } from './openid-provider.ts';
import { CLIENT_ID, ssoConnection } from '../domain/accounts/sso-examples.ts';
import { openWorld, type Ports, type Signer, type World } from '../support/world.ts';

const BOB = 'bob@acme.example';
const EXPIRED = { status: 401, detail: 'This sign-on has expired or was started elsewhere. Start again.' };
const INVALID = { status: 401, detail: 'The response of your identity provider is not valid. Start again.' };
const PASSWORDLESS = {
  status: 403,
  detail: 'Your organisation requires single sign-on. Continue with single sign-on instead of a password.',
};

interface Session {
  readonly access_token: string;
  readonly org_id: string;
  readonly role: string;
  readonly organisations: readonly { readonly org_id: string }[];
}

describe('single sign-on', () => {
  let provider: OpenidProvider;
  let world: World;
  let ada: Signer;
  /** The operator's connections. A test changes them as a restart with another file does. */
  let connections: SsoConnection[];

  const withSso = (ports: Ports) => {
    const parts = { ...ports, network: network({ allowPrivate: true }) };
    return {
      accounts: accountUseCases({ ...ports, ssoConnections: connections, identityProviders: openidProviders(parts) }),
    };
  };
  beforeEach(async () => {
    provider = await openidProvider(BOB);
    connections = [];
    world = await openWorld(withSso);
    ada = await world.signUp();
    connections.push(ssoConnection({ org_id: ada.org_id, issuer: provider.issuer }));
  });

  const post = (path: string, body: unknown, token?: string) =>
    world.ask('POST', `/api/v1/users/${path}`, { body, ...(token !== undefined && { token }) });
  const start = async (email = BOB) =>
    (await post('sso/start', { email })).body as { authorization_url: string; flow: string };
  const signOn = async (email = BOB) => {
    const { authorization_url, flow } = await start(email);
    return post('sso/finish', { flow, response: provider.logIn(authorization_url) });
  };
  const signedOn = async () => (await signOn()).body as Session;
  const signUpAs = (email: string) =>
    post('signup', { email, password: 'chosen by eve', organisation_name: 'Organisation of eve' });
  const membersOf = async ({ token, org_id }: Signer) => {
    const { body } = await world.ask('GET', `/api/v1/members/${org_id}`, { token });
    return (body as { members: { email: string; role: string; confirmed: boolean }[] }).members;
  };

  it('makes an account and a member of the domain’s organisation, once', async () => {
    for (const isFirst of [true, false]) {
      const answer = await signOn(' BOB@Acme.example');
      assert.equal(answer.status, 200, answer.text);
      assert.deepInclude(answer.body as object, { org_id: ada.org_id, role: 'member', is_first_login: isFirst });
    }
    const bob = (await membersOf(ada)).filter(({ email }) => email === BOB);
    assert.lengthOf(bob, 1);
    assert.deepInclude(bob[0], { role: 'member', confirmed: true });
  });

  it('keeps the role of a member', async () => {
    await signOn();
    await world.ask('POST', '/api/v1/members/assign-admin', { token: ada.token, body: { email: BOB } });
    assert.equal((await signedOn()).role, 'admin');
  });

  it('opens sessions that a log-out everywhere ends', async () => {
    const { access_token: token } = await signedOn();
    assert.equal((await post('logout-everywhere', undefined, token)).status, 200);
    assert.equal((await post('switch-organisation', { org_id: ada.org_id }, token)).status, 401);
    const { access_token: next } = await signedOn();
    assert.equal((await post('switch-organisation', { org_id: ada.org_id }, next)).status, 200);
  });

  it('finishes on another process, which shares only keys, stores and connections', async () => {
    const { authorization_url, flow } = await start();
    const { ports } = world;
    const other = withSso({ ...ports }).accounts;
    const session = await other.finishSingleSignOn({ flow, response: provider.logIn(authorization_url) });
    assert.equal(session.org_id, ada.org_id);
  });

  it('takes over the account of the address from a stranger who signed up with it', async () => {
    const eve = (await signUpAs(BOB)).body as Session;
    const session = await signedOn();
    assert.equal(session.org_id, ada.org_id);
    assert.equal((await post('switch-organisation', { org_id: eve.org_id }, eve.access_token)).status, 401);
    assert.equal((await post('login', { email: BOB, password: 'chosen by eve' })).status, 401);
  });

  it('leaves the password and the sessions of a confirmed account valid', async () => {
    await signUpAs(BOB);
    await post('forgot-password', { email: BOB });
    await world.ports.mailQueue.flush();
    await post('reset-password', { token: world.ports.mailer.lastToken(), new_password: 'chosen by bob' });
    const own = (await post('login', { email: BOB, password: 'chosen by bob' })).body as Session;
    const session = await signedOn();
    assert.equal(session.org_id, ada.org_id);
    assert.sameMembers(
      session.organisations.map(({ org_id }) => org_id),
      [own.org_id, ada.org_id],
    );
    assert.equal((await post('switch-organisation', { org_id: own.org_id }, own.access_token)).status, 200);
  });

  it('is refused without a verified address, and makes no account', async () => {
    for (const claims of [
      { email: BOB, email_verified: false },
      { email: BOB },
      { email: BOB, email_verified: 'true' },
      {},
    ]) {
      provider.behaviour.claims = claims;
      assert.equal((await signOn()).status, 403, JSON.stringify(claims));
    }
    assert.isNull(await world.ports.users.find(BOB));
  });

  it('is refused for another address than it began with, of this domain and of others', async () => {
    for (const email of ['carl@acme.example', ada.email, 'bob@acme.example.evil.example']) {
      provider.behaviour.claims = { email, email_verified: true };
      assert.equal((await signOn()).status, 403, email);
    }
    assert.lengthOf(await membersOf(ada), 1);
  });

  it('does not start for a domain without a connection, nor for a subdomain', async () => {
    for (const email of [ada.email, 'bob@mail.acme.example', 'bob@notacme.example'])
      assert.equal((await post('sso/start', { email })).status, 404, email);
    assert.equal((await post('sso/start', { email: 'bob' })).status, 422);
    assert.isEmpty(provider.requests);
  });

  it('is refused with a forged state, a replayed code, a wrong nonce and a wrong issuer', async () => {
    const { authorization_url, flow } = await start();
    const response = provider.logIn(authorization_url);
    const forged = new URLSearchParams(response);
    forged.set('state', 'forged');
    assert.deepInclude(await post('sso/finish', { flow, response: forged.toString() }), INVALID);
    assert.equal((await post('sso/finish', { flow, response })).status, 200);
    assert.deepInclude(await post('sso/finish', { flow, response }), INVALID);
    for (const wrong of [{ nonce: 'another' }, { iss: 'https://evil.example' }]) {
      provider.behaviour.claims = { email: BOB, email_verified: true, ...wrong };
      assert.deepInclude(await signOn(), INVALID);
    }
  });

  it('is refused with an ID token that was issued to another client, for whichever audiences', async () => {
    const both = { aud: [CLIENT_ID, 'another'] };
    for (const wrong of [{ azp: 'another' }, { azp: '' }, { azp: [CLIENT_ID] }, { azp: 'another', ...both }, both]) {
      provider.behaviour.claims = { email: BOB, email_verified: true, ...wrong };
      const { status, detail } = await signOn();
      assert.equal(status, 401, JSON.stringify(wrong));
      if (!('aud' in wrong)) assert.match(String(detail), /was issued to another application/);
    }
    for (const right of [{ azp: CLIENT_ID }, { azp: CLIENT_ID, ...both }]) {
      provider.behaviour.claims = { email: BOB, email_verified: true, ...right };
      assert.equal((await signOn()).status, 200, JSON.stringify(right));
    }
  });

  it('is refused in another browser than it began in, even from a provider that checks no challenge', async () => {
    provider.behaviour.isCareless = true;
    const [victim, attacker] = [await start(), await start()];
    const stolen = provider.logIn(victim.authorization_url);
    assert.deepInclude(await post('sso/finish', { flow: attacker.flow, response: stolen }), INVALID);
    for (const flow of ['made up', ada.token, world.ports.cipher.encrypt('{}'), world.ports.cipher.encrypt('secret')])
      assert.deepInclude(await post('sso/finish', { flow, response: stolen }), EXPIRED);
    assert.equal((await post('sso/finish', { flow: victim.flow, response: stolen })).status, 200);
  });

  it('is refused after ten minutes', async () => {
    const { authorization_url, flow } = await start();
    const response = provider.logIn(authorization_url);
    world.ports.clock.advance(10 * 60_000);
    assert.deepInclude(await post('sso/finish', { flow, response }), EXPIRED);
  });

  it('is refused once its connection is removed or leads to another provider', async () => {
    const [own] = connections;
    for (const changed of [[], [{ ...own!, issuer: 'https://other.example' }], [{ ...own!, org_id: 'deleted' }]]) {
      const { authorization_url, flow } = await start();
      connections.splice(0, 1, ...changed);
      assert.deepInclude(await post('sso/finish', { flow, response: provider.logIn(authorization_url) }), EXPIRED);
      connections.splice(0, connections.length, own!);
    }
  });

  it('replaces the passwords of its domains where it is required', async () => {
    await signUpAs(BOB);
    connections[0] = { ...connections[0]!, require_sso: true };
    for (const password of ['chosen by eve', 'wrong'])
      assert.deepInclude(await post('login', { email: 'Bob@ACME.example ', password }), PASSWORDLESS);
    assert.deepInclude(await signUpAs('carl@acme.example'), PASSWORDLESS);
    assert.equal((await post('login', ada)).status, 200);
    assert.equal((await signOn()).status, 200);
  });

  it('sends the browser back to the console only', async () => {
    const { authorization_url } = await start();
    assert.equal(new URL(authorization_url).searchParams.get('redirect_uri'), 'https://app.example.com/sso');
    const body = { email: BOB, redirect_uri: 'https://evil.example' };
    assert.equal((await post('sso/start', body)).status, 422);
  });

  it('is in the audit trail of the domain’s organisation, also when it is refused', async () => {
    await signOn();
    provider.behaviour.claims = { email: BOB, email_verified: false };
    await signOn();
    const { body } = await world.ask('GET', '/api/v1/audit?action=account.single_sign_on', { token: ada.token });
    const { events } = body as { events: { actor: string; target_id: string; outcome: string }[] };
    assert.deepEqual(
      events.map(({ actor, target_id, outcome }) => [actor, target_id, outcome]),
      [
        [BOB, BOB, 'refused'],
        [BOB, BOB, 'done'],
      ],
    );
  });

  it('says that the provider does not answer', async () => {
    await provider.close();
    assert.equal((await post('sso/start', { email: BOB })).status, 502);
  });

  it('leaves no code, token or secret in the log', async () => {
    const { authorization_url, flow } = await start();
    const response = provider.logIn(authorization_url);
    const session = (await post('sso/finish', { flow, response })).body as Session;
    await post('sso/finish', { flow, response });
    const logged = JSON.stringify(world.log);
    const code = new URLSearchParams(response).get('code')!;
    for (const secret of [code, flow, session.access_token, connections[0]!.client_secret, BOB])
      assert.notInclude(logged, secret);
  });
});
