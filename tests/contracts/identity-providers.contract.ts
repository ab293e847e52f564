import { assert } from 'chai';
import type { IdentityProviders } from '../../application/ports/identity-providers.ts';
import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import type { Contract } from '../support/contract.ts';
import { strangeKey, SUBJECT, type OpenidProvider } from '../security/openid-provider.ts';
import { refusalOf } from '../support/refusals.ts';

export interface IdentityProvidersUnderTest {
  readonly providers: IdentityProviders;
  readonly connection: SsoConnection;
  readonly provider: OpenidProvider;
}

const redirectUri = 'https://app.example.com/sso';
const begin = ({ providers, connection }: IdentityProvidersUnderTest) =>
  providers.begin(connection, { redirectUri, email: 'bob@acme.example' });

/** A sign-on at the provider, which behaves as it was set to, and its result. */
async function signOn(subject: IdentityProvidersUnderTest) {
  const { url, checks } = await begin(subject);
  return subject.providers.finish(subject.connection, { redirectUri, query: subject.provider.logIn(url), checks });
}

const problemOf = async (work: Promise<unknown>) => (await refusalOf(work)).problem;

export const identityProvidersContract: Contract<IdentityProvidersUnderTest> = {
  'sends the browser to the provider, with a challenge and without the secret and the verifier': async (subject) => {
    const { url, checks } = await begin(subject);
    assert.isTrue(url.startsWith(`${subject.provider.issuer}/authorize?`));
    const { searchParams: query } = new URL(url);
    assert.deepInclude(Object.fromEntries(query), {
      redirect_uri: redirectUri,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge_method: 'S256',
      login_hint: 'bob@acme.example',
    });
    assert.notInclude(url, checks.verifier);
    assert.notInclude(url, encodeURIComponent(subject.connection.client_secret));
  },

  'checks every sign-on against other values': async (subject) => {
    const [one, other] = [await begin(subject), await begin(subject)];
    for (const name of ['state', 'nonce', 'verifier'] as const) assert.notEqual(one.checks[name], other.checks[name]);
  },

  'answers the id of the user, the address, and whether it is verified': async (subject) => {
    assert.deepEqual(await signOn(subject), { subject: SUBJECT, email: 'bob@acme.example', emailVerified: true });
    subject.provider.behaviour.claims = { email: 'bob@acme.example', email_verified: false };
    assert.deepEqual(await signOn(subject), { subject: SUBJECT, email: 'bob@acme.example', emailVerified: false });
  },

  'asks for an address that the token lacks': async (subject) => {
    subject.provider.behaviour.claims = {};
    assert.deepEqual(await signOn(subject), { subject: SUBJECT, email: null, emailVerified: false });
    subject.provider.behaviour.userinfo = { email: 'bob@acme.example', email_verified: true };
    assert.deepEqual(await signOn(subject), { subject: SUBJECT, email: 'bob@acme.example', emailVerified: true });
  },

  'refuses a forged state': async (subject) => {
    const { url, checks } = await begin(subject);
    const query = new URLSearchParams(subject.provider.logIn(url));
    query.set('state', 'forged');
    const response = { redirectUri, query: query.toString(), checks };
    assert.equal(await problemOf(subject.providers.finish(subject.connection, response)), 'unauthenticated');
  },

  'refuses a code that was used': async (subject) => {
    const { url, checks } = await begin(subject);
    const response = { redirectUri, query: subject.provider.logIn(url), checks };
    await subject.providers.finish(subject.connection, response);
    assert.equal(await problemOf(subject.providers.finish(subject.connection, response)), 'unauthenticated');
  },

  'refuses the response to another sign-on': async (subject) => {
    const [own, other] = [await begin(subject), await begin(subject)];
    const response = { redirectUri, query: subject.provider.logIn(other.url), checks: own.checks };
    assert.equal(await problemOf(subject.providers.finish(subject.connection, response)), 'unauthenticated');
  },

  'refuses a wrong nonce, audience, issuer, signature or time, even from the token endpoint': async (subject) => {
    const { behaviour } = subject.provider;
    const right = behaviour.claims;
    for (const wrong of [
      ...[{ nonce: 'of another sign-on' }, { aud: 'another client' }, { iss: 'https://evil.example' }],
      ...[{ exp: 1 }, { nonce: undefined }],
    ]) {
      behaviour.claims = { ...right, ...wrong };
      assert.equal(await problemOf(signOn(subject)), 'unauthenticated', JSON.stringify(wrong));
    }
    behaviour.claims = right;
    behaviour.key = strangeKey;
    assert.equal(await problemOf(signOn(subject)), 'unauthenticated', 'signature');
  },

  'refuses the response of another issuer': async (subject) => {
    subject.provider.behaviour.iss = 'https://evil.example';
    assert.equal(await problemOf(signOn(subject)), 'unauthenticated');
  },

  'refuses a response that says that the user did not log in': async (subject) => {
    const { checks } = await begin(subject);
    const query = new URLSearchParams({ error: 'access_denied', state: checks.state, iss: subject.provider.issuer });
    const response = { redirectUri, query: query.toString(), checks };
    assert.equal(await problemOf(subject.providers.finish(subject.connection, response)), 'unauthenticated');
  },

  'says that a provider does not answer, or is another than the connection names': async (subject) => {
    const other = { ...subject.connection, issuer: `${subject.provider.issuer}/` };
    const sent = { redirectUri, email: 'bob@acme.example' };
    subject.provider.behaviour.metadata = { issuer: 'https://evil.example' };
    assert.equal(await problemOf(subject.providers.begin(other, sent)), 'unavailable');
    await subject.provider.close();
    assert.equal(await problemOf(begin(subject)), 'unavailable');
  },
};
