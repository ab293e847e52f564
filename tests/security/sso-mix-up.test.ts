import { assert } from 'chai';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import type { SsoConnectionView } from '../../domain/accounts/stored-sso-connection.ts';
import { openidProvider, type OpenidProvider } from './openid-provider.ts';
import { CLIENT_ID, CLIENT_SECRET, ssoConnection } from '../domain/accounts/sso-examples.ts';
import { openWorld, type Ports, type Signer, type World } from '../support/world.ts';

const SHARED = 'https://app.example.com/sso';
const ELSEWHERE = {
  status: 401,
  detail: 'The browser came back from another identity provider than it was sent to. Start again.',
};

interface StartedSignOn {
  readonly authorization_url: string;
  readonly flow: string;
}

/** A provider that does not name itself in its responses (RFC 9207), as many do not. */
async function namelessProvider(email: string): Promise<OpenidProvider> {
  const provider = await openidProvider(email);
  provider.behaviour.metadata = { authorization_response_iss_parameter_supported: false };
  return provider;
}

/** The query with which the browser returns from a nameless provider. */
function responseOf(provider: OpenidProvider, url: string): URLSearchParams {
  const query = new URLSearchParams(provider.logIn(url));
  query.delete('iss');
  return query;
}

const parameter = (url: string, name: string): string => new URL(url).searchParams.get(name) ?? '';

describe('single sign-on at one provider that sends the browser on to another one', () => {
  let [honest, evil]: OpenidProvider[] = [];
  let world: World;
  let [ada, eve]: Signer[] = [];
  let declared: SsoConnection[];
  beforeEach(async () => {
    declared = [];
    [honest, evil] = [await namelessProvider('bob@acme.example'), await namelessProvider('bob@evil.example')];
    world = await openWorld((ports: Ports) => ({
      accounts: accountUseCases({
        ...ports,
        operatorServers: { includes: () => true, permits: () => true },
        ssoConnections: declared,
        identityProviders: openidProviders({ ...ports, network: network({ allowPrivate: true }) }),
      }),
    }));
    [ada, eve] = [await world.signUp(), await world.signUp('eve')];
  });

  /** Connects a provider as an admin of an organisation does. */
  async function connect({ token }: Signer, provider: OpenidProvider, domain: string): Promise<SsoConnectionView> {
    const body = { issuer: provider.issuer, client_id: CLIENT_ID, client_secret: CLIENT_SECRET, domain };
    const created = (await world.ask('POST', '/api/v1/sso-connections', { token, body })).body as SsoConnectionView;
    const { connection_id: id, txt_record: record } = created;
    world.ports.domainRecords.published.set(record.name, [record.value]);
    assert.equal((await world.ask('POST', `/api/v1/sso-connections/${id}/verify`, { token })).status, 200);
    return created;
  }
  const start = async (email: string) =>
    (await world.ask('POST', '/api/v1/users/sso/start', { body: { email } })).body as StartedSignOn;
  /** Finishes as the page does to which the browser returned. */
  const finish = (flow: string, response: URLSearchParams, redirectUri: string) =>
    world.ask('POST', '/api/v1/users/sso/finish', {
      body: { flow, response: response.toString(), redirect_uri: redirectUri },
    });

  /** The honest provider is of an organisation, or of the operator; the evil one is of an organisation. */
  for (const isDeclared of [false, true])
    it(`gives the code of ${isDeclared ? 'the operator’s' : 'an organisation’s'} provider to no other one`, async () => {
      if (isDeclared) declared.push(ssoConnection({ org_id: ada!.org_id, issuer: honest!.issuer }));
      else await connect(ada!, honest!, 'acme.example');
      await connect(eve!, evil!, 'evil.example');
      // The attacker begins a sign-on of the victim, and the evil provider sends the victim's browser through it.
      const attack = await start('bob@acme.example');
      const victim = await start('bob@evil.example');
      const sentOn = new URL(attack.authorization_url);
      sentOn.searchParams.set('state', parameter(victim.authorization_url, 'state'));
      const response = responseOf(honest!, sentOn.href);
      const returnedTo = parameter(attack.authorization_url, 'redirect_uri');
      assert.deepInclude(await finish(victim.flow, response, returnedTo), ELSEWHERE);
      assert.notInclude(evil!.requests, '/token', 'the evil provider does not get the code');
      // With the code the attack would have succeeded.
      response.set('state', parameter(attack.authorization_url, 'state'));
      assert.equal((await finish(attack.flow, response, returnedTo)).status, 200);
    });

  it('refuses the response where the browser says that it returned to another address, or nothing', async () => {
    const { redirect_uri: own } = await connect(ada!, honest!, 'acme.example');
    assert.equal(own, `${SHARED}/acme.example`);
    for (const returnedTo of [SHARED, `${SHARED}/evil.example`, 'no address']) {
      const { authorization_url, flow } = await start('bob@acme.example');
      assert.equal(parameter(authorization_url, 'redirect_uri'), own);
      assert.deepInclude(await finish(flow, responseOf(honest!, authorization_url), returnedTo), ELSEWHERE);
    }
    const { authorization_url, flow } = await start('bob@acme.example');
    const body = { flow, response: responseOf(honest!, authorization_url).toString() };
    assert.deepInclude(await world.ask('POST', '/api/v1/users/sso/finish', { body }), ELSEWHERE);
    assert.notInclude(honest!.requests, '/token');
    assert.equal((await finish(flow, responseOf(honest!, authorization_url), own)).status, 200);
  });

  it('leaves connections of earlier releases, and of the operator, their address', async () => {
    declared.push(ssoConnection({ org_id: ada!.org_id, issuer: honest!.issuer }));
    const { authorization_url, flow } = await start('bob@acme.example');
    assert.equal(parameter(authorization_url, 'redirect_uri'), SHARED);
    const body = { flow, response: responseOf(honest!, authorization_url).toString() };
    assert.equal((await world.ask('POST', '/api/v1/users/sso/finish', { body })).status, 200);
  });
});
