import { assert } from 'chai';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import { openidProvider, SUBJECT, type OpenidProvider } from './openid-provider.ts';
import { ssoConnection } from '../domain/accounts/sso-examples.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

const BOB = 'bob@acme.example';

describe('an account with single sign-on', () => {
  let provider: OpenidProvider;
  let world: World;
  let ada: Signer;
  /** The connections of the operator's file. */
  let connections: SsoConnection[];

  beforeEach(async () => {
    provider = await openidProvider(BOB);
    connections = [];
    world = await openWorld((ports) => {
      const identityProviders = openidProviders({ ...ports, network: network({ allowPrivate: true }) });
      return { accounts: accountUseCases({ ...ports, ssoConnections: connections, identityProviders }) };
    });
    ada = await world.signUp();
    connections.push(ssoConnection({ org_id: ada.org_id, issuer: provider.issuer }));
  });

  const post = (path: string, body: unknown) => world.ask('POST', `/api/v1/users/${path}`, { body });
  /** A sign-on of the user that the provider knows by this id. */
  async function signOn(subject: string, at: OpenidProvider = provider) {
    at.behaviour.claims = { email: BOB, email_verified: true, sub: subject };
    const { authorization_url, flow } = (await post('sso/start', { email: BOB })).body as {
      authorization_url: string;
      flow: string;
    };
    return post('sso/finish', { flow, response: at.logIn(authorization_url) });
  }

  it('is bound to the user of the provider: another one who gets the address is refused', async () => {
    assert.equal((await signOn(SUBJECT)).status, 200);
    await world.ports.memberships.remove(ada.org_id, BOB);
    const refused = await signOn('the next bob');
    assert.equal(refused.status, 403);
    assert.match(
      refused.detail as string,
      /^Your account is bound to another user of your identity provider\. .*Forgot/,
    );
    assert.isNull(await world.ports.memberships.find(ada.org_id, BOB));
    assert.equal((await signOn(SUBJECT)).status, 200);
  });

  it('is released by a password reset, which proves who reads the address, and bound again', async () => {
    await signOn(SUBJECT);
    await post('forgot-password', { email: BOB });
    await world.ports.mailQueue.flush();
    await post('reset-password', { token: world.ports.mailer.lastToken(), new_password: 'chosen by the next bob' });
    assert.equal((await signOn('the next bob')).status, 200);
    assert.equal((await signOn(SUBJECT)).status, 403);
  });

  it('is bound to another provider when the operator changes the connection', async () => {
    await signOn(SUBJECT);
    const next = await openidProvider(BOB);
    connections.splice(0, 1, ssoConnection({ org_id: ada.org_id, issuer: next.issuer }));
    assert.equal((await signOn('bob at the next provider', next)).status, 200);
    const bound = { sso_issuer: next.issuer, sso_subject: 'bob at the next provider' };
    assert.deepInclude(await world.ports.users.find(BOB), bound);
    await next.close();
  });
});
