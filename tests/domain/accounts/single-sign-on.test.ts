import { assert } from 'chai';
import fc from 'fast-check';
import {
  connectionFor,
  isFlowOf,
  newSsoFlow,
  parseSsoConnections,
  readSsoFlow,
  refusePasswordOf,
  requireIdentity,
  requireReturn,
} from '../../../domain/accounts/single-sign-on.ts';
import { ssoConnection } from './sso-examples.ts';

const NOW = new Date('2026-11-24T00:00:00Z');
const CHECKS = { state: 's', nonce: 'n', verifier: 'v' };
const { require_sso: _default, ...WRITTEN } = ssoConnection();

describe('connections of single sign-on', () => {
  it('are read with their defaults, and domains in lower case', () => {
    const [read] = parseSsoConnections([{ ...WRITTEN, domains: ['ACME.example'] }]);
    assert.deepEqual(read, ssoConnection());
    assert.isTrue(parseSsoConnections([{ ...WRITTEN, require_sso: true }])[0]!.require_sso);
    assert.deepEqual(parseSsoConnections([]), []);
  });

  it('are refused with the field, and without its value', () => {
    for (const [changes, message] of [
      [{ org_id: 7 }, '[0].org_id must be a text of one line'],
      [{ client_id: '' }, '[0].client_id must be a text of one line'],
      [{ client_secret: 'two\nlines' }, '[0].client_secret must be a text of one line'],
      [{ client_secret: 'x'.repeat(2_049) }, '[0].client_secret must be a text of one line'],
      [{ issuer: 'login.acme.example' }, '[0].issuer must be a URL without'],
      [{ issuer: 'javascript:alert(1)' }, '[0].issuer must be a URL without'],
      [{ issuer: 'https://user@login.acme.example' }, '[0].issuer must be a URL without'],
      [{ issuer: 'https://login.acme.example?x' }, '[0].issuer must be a URL without'],
      [{ issuer: 'https://login.acme.example#x' }, '[0].issuer must be a URL without'],
      [{ domains: [] }, '[0].domains must be a list of 1 to 100 domains'],
      [{ domains: 'acme.example' }, '[0].domains must be a list of 1 to 100 domains'],
      [{ domains: ['acme.example', '*'] }, '[0].domains[1] must be a domain such as example.com'],
      [{ domains: ['bob@acme.example'] }, '[0].domains[0] must be a domain such as example.com'],
      [{ domains: ['acme.example', 'Acme.example'] }, 'domains must not repeat acme.example'],
      [{ require_sso: 'yes' }, '[0].require_sso must be true or false'],
      [{ require_ss0: true }, '[0] may only have the fields'],
    ] as const)
      assert.throws(() => parseSsoConnections([{ ...WRITTEN, ...changes }]), message);
    for (const wrong of [null, {}, 'x', undefined])
      assert.throws(() => parseSsoConnections(wrong), 'must be a list of at most 1000 connections');
    assert.throws(() => parseSsoConnections([null]), '[0] must be a connection');
  });

  it('cannot share a domain', () => {
    const other = { ...WRITTEN, org_id: 'evil', domains: ['evil.example', 'acme.example'] };
    assert.throws(() => parseSsoConnections([WRITTEN, other]), 'domains must not repeat acme.example');
  });

  it('are found by the whole domain of an address, whatever its case', () => {
    const connections = [ssoConnection()];
    for (const address of ['bob@acme.example', ' BOB@ACME.example']) assert.ok(connectionFor(connections, address));
    for (const address of ['bob@mail.acme.example', 'bob@notacme.example', 'acme.example@example.com', ''])
      assert.isNull(connectionFor(connections, address), address);
  });

  it('refuse passwords only where they require single sign-on', () => {
    assert.doesNotThrow(() => refusePasswordOf([ssoConnection()], 'bob@acme.example'));
    const strict = [ssoConnection({ require_sso: true })];
    assert.throws(() => refusePasswordOf(strict, 'bob@acme.example'), 'requires single sign-on');
    assert.doesNotThrow(() => refusePasswordOf(strict, 'bob@example.com'));
  });
});

describe('a sign-on in progress', () => {
  const flow = newSsoFlow('bob@acme.example', ssoConnection(), CHECKS, NOW);
  const after = (ms: number) => new Date(NOW.getTime() + ms);

  it('is read for ten minutes', () => {
    assert.deepEqual(readSsoFlow(JSON.stringify(flow), after(599_999)), flow);
    assert.isNull(readSsoFlow(JSON.stringify(flow), after(600_000)));
  });

  it('is nothing else that may have been encrypted', () => {
    for (const text of ['null', '7', '""', '{}', '[]', 'not JSON', '{"kind":"sso"}', '{"kind":"key","expires_at":"9"}'])
      assert.isNull(readSsoFlow(text, NOW), text);
    fc.assert(fc.property(fc.json(), (text) => readSsoFlow(text, NOW) === null));
  });

  it('belongs to the connection it began with', () => {
    assert.isTrue(isFlowOf(ssoConnection(), flow));
    for (const changes of [{ issuer: 'https://evil.example' }, { client_id: 'other' }])
      assert.isFalse(isFlowOf(ssoConnection(changes), flow), JSON.stringify(changes));
  });

  it('ends at the path of its connection, whatever proxies make of scheme and host', () => {
    const shared = 'http://voice.example.com/sso';
    const own = `${shared}/acme.example`;
    for (const returnedTo of [own, 'https://www.voice.example.com/sso/acme.example', `${own}/`])
      requireReturn(own, shared, returnedTo);
    requireReturn(shared, shared);
    for (const returnedTo of [undefined, shared, `${shared}/evil.example`, 'no address'])
      assert.throws(() => requireReturn(own, shared, returnedTo), 'another identity provider');
  });

  it('accepts the verified address it began with, whatever its case, and no other', () => {
    const accept = (email: string | null, emailVerified = true) =>
      requireIdentity(flow, { subject: 'bob', email, emailVerified });
    assert.doesNotThrow(() => accept('Bob@Acme.example'));
    assert.throws(() => accept('bob@acme.example', false), 'email_verified');
    assert.throws(() => accept(null), 'email_verified');
    assert.throws(() => accept('carl@acme.example'), 'another address');
  });
});
