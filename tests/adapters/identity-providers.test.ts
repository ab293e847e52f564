import { assert } from 'chai';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import type { IdentityProviders } from '../../application/ports/identity-providers.ts';
import {
  identityProvidersContract,
  type IdentityProvidersUnderTest,
} from '../contracts/identity-providers.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { openidProvider } from '../security/openid-provider.ts';
import { refusalOf } from '../support/refusals.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { CLIENT_SECRET, ssoConnection } from '../domain/accounts/sso-examples.ts';

const request = { redirectUri: 'https://app.example.com/sso', email: 'bob@acme.example' };

async function opened(spoil: (genuine: IdentityProviders) => Partial<IdentityProviders> = () => ({})) {
  const provider = await openidProvider();
  const [{ log, lines }, clock] = [rememberingLog(), fakeClock()];
  const genuine = openidProviders({ network: network({ allowPrivate: true }), clock, log });
  const connection = ssoConnection({ issuer: provider.issuer });
  return { providers: { ...genuine, ...spoil(genuine) }, connection, provider, lines, clock };
}

describe('identity providers: openid-client', () => {
  keeps<IdentityProvidersUnderTest>(identityProvidersContract, () => opened());

  it('reach no private address unless the operator has listed the server', async () => {
    const { provider, connection, clock } = await opened();
    const { log, lines } = rememberingLog();
    for (const [localUpstreams, isReached] of [
      [[], false],
      [[provider.issuer], true],
    ] as const) {
      const providers = openidProviders({ network: network({ allowPrivate: false, localUpstreams }), clock, log });
      const outcome = await providers.begin(connection, request).then(
        () => null,
        (error: unknown) => error,
      );
      assert.equal(outcome === null, isReached);
      assert.equal(provider.requests.length > 0, isReached);
    }
    assert.lengthOf(lines, 1);
  });

  it('read the metadata of a provider once in ten minutes', async () => {
    const { providers, provider, connection, clock } = await opened();
    await Promise.all([providers.begin(connection, request), providers.begin(connection, request)]);
    assert.lengthOf(provider.requests, 1);
    clock.advance(10 * 60_000);
    await providers.begin(connection, request);
    assert.lengthOf(provider.requests, 2);
  });

  it('send the secret in the header to a provider that does not list the body', async () => {
    const { providers, provider, connection } = await opened();
    provider.behaviour.metadata = { token_endpoint_auth_methods_supported: undefined };
    const { url, checks } = await providers.begin(connection, request);
    const { redirectUri } = request;
    await providers.finish(connection, { redirectUri, query: provider.logIn(url), checks });
    assert.equal(provider.behaviour.clientSecretIn, 'header');
  });

  it('log why a response was refused, and no secret', async () => {
    const { providers, connection, lines } = await opened();
    const { checks } = await providers.begin(connection, request);
    const response = { redirectUri: request.redirectUri, query: `code=stolen&state=${checks.state}`, checks };
    await refusalOf(providers.finish(connection, response));
    const logged = JSON.stringify(lines);
    assert.match(logged, /single_sign_on\.failed/);
    for (const secret of [CLIENT_SECRET, 'stolen', checks.state, checks.nonce, checks.verifier])
      assert.notInclude(logged, secret);
  });
});

describe('identity providers: the contract', () => {
  bites<IdentityProvidersUnderTest>(
    identityProvidersContract,
    function repeating() {
      const known = { state: 's', nonce: 'n', verifier: 'v' };
      return opened(({ begin }) => ({ begin: async (...sent) => ({ ...(await begin(...sent)), checks: known }) }));
    },
    function telling() {
      return opened(({ begin }) => ({
        begin: async (...sent) => {
          const { url, checks } = await begin(...sent);
          return { url: `${url}&code_verifier=${checks.verifier}`, checks };
        },
      }));
    },
    function believing() {
      const finish = async () => ({ email: 'eve@evil.example', emailVerified: true, subject: 'x' });
      return opened(() => ({ finish }));
    },
    function silent() {
      const checks = () => ({ state: `${Math.random()}`, nonce: `${Math.random()}`, verifier: `${Math.random()}` });
      return opened(() => ({ begin: async () => ({ url: 'https://login.example', checks: checks() }) }));
    },
  );
});
