import { createHmac, createSecretKey, generateKeyPairSync } from 'node:crypto';
import { assert } from 'chai';
import jwt from 'jsonwebtoken';
import { jsonwebtokenTokens, type TokenSettings } from '../../adapters/tokens/jsonwebtoken.ts';
import type { Tokens } from '../../application/ports/tokens.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { tokensContract, type TokensInTime } from '../contracts/tokens.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { fakeClock } from '../support/fake-clock.ts';

const SECRET = 'a secret of the tests, long enough for every algorithm there is';
const settings: TokenSettings = { secret: SECRET, algorithm: 'HS256', expiresInMinutes: 30 };
const principal: Principal = { email: 'ann@example.org', org_id: 'org', role: 'admin' };

const inTime =
  (algorithm: TokenSettings['algorithm'], spoil?: (genuine: Tokens) => Partial<Tokens>) => (): TokensInTime => {
    const clock = fakeClock('2026-01-01T00:00:00.900Z');
    const tokens = jsonwebtokenTokens({ ...settings, algorithm }, clock);
    return {
      tokens: { ...tokens, ...spoil?.(tokens) },
      foreign: jsonwebtokenTokens({ ...settings, algorithm, secret: 'another secret' }, clock),
      lifetimeMs: 30 * 60_000,
      pass: (ms) => clock.advance(ms),
    };
  };

for (const algorithm of ['HS256', 'HS384', 'HS512'] as const)
  describe(`tokens: jsonwebtoken, ${algorithm}`, () => keeps(tokensContract, inTime(algorithm)));

describe('tokens: the contract', () => {
  const unchecked = (token: string): Principal => ({ ...principal, ...(jwt.decode(token) as object) });
  bites(
    tokensContract,
    inTime('HS256', () => ({ verify: unchecked })),
    inTime('HS256', () => ({ verify: () => principal })),
  );
});

describe('tokens: jsonwebtoken', () => {
  const clock = fakeClock('2026-01-01T00:00:00.000Z');
  const now = clock.now().getTime() / 1000;
  const tokens = jsonwebtokenTokens(settings, clock);
  const claims = { sub: principal.email, ...principal, aud: 'access', iat: now, exp: now + 60 };
  const signed = (changes: object, options: jwt.SignOptions = {}): string =>
    jwt.sign(JSON.parse(JSON.stringify({ ...claims, ...changes })) as object, SECRET, options);

  it('carries the claims of the specification and says when it was made and ends', () => {
    const made = jwt.verify(tokens.issue(principal), SECRET, { clockTimestamp: now, complete: true });
    assert.equal(made.header.alg, 'HS256');
    assert.deepEqual(made.payload, { ...claims, exp: now + 30 * 60 });
  });

  it('takes a token that was signed elsewhere with the same key and shape', () => {
    assert.deepEqual(tokens.verify(signed({})), principal);
    assert.deepEqual(tokens.verify(signed({ aud: undefined })), principal);
    for (const none of [undefined, null])
      assert.deepEqual(tokens.verify(signed({ org_id: none })), { ...principal, org_id: null });
  });

  it('takes who has no role for a member', () => {
    assert.deepEqual(tokens.verify(signed({ role: undefined })), { ...principal, role: 'member' });
  });

  it('refuses a genuine token that is made for something else', () => {
    for (const aud of ['media', 'reset', '', null, ['media'], ['access', 'media'], ['access']])
      assert.isNull(tokens.verify(signed({ aud })), JSON.stringify(aud));
  });

  it('refuses a genuine token of the wrong shape', () => {
    const wrong: object[] = [
      { role: 'owner' },
      { role: null },
      { role: '' },
      { role: ['admin'] },
      { role: 'constructor' },
      { sub: undefined },
      { sub: 'ben@example.org' },
      { email: undefined },
      { email: '', sub: '' },
      { org_id: '' },
      { org_id: 7 },
      { org_id: { $ne: null } },
      { session_version: '1' },
      { session_version: -1 },
      { session_version: 1.5 },
      { session_version: null },
      { exp: undefined },
      { nbf: now + 10 },
    ];
    for (const changes of wrong) assert.isNull(tokens.verify(signed(changes)), JSON.stringify(changes));
  });

  it('refuses every algorithm but its own, and none', () => {
    for (const algorithm of ['HS384', 'HS512'] as const) assert.isNull(tokens.verify(signed({}, { algorithm })));
    assert.isNull(tokens.verify(jwt.sign(claims, null, { algorithm: 'none' })));
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    assert.isNull(tokens.verify(jwt.sign(claims, privateKey, { algorithm: 'RS256' })));
    assert.isNull(tokens.verify(jwt.sign(claims, createSecretKey(Buffer.from(`${SECRET}.`)))));
  });

  it('takes no key, and no algorithm, from a token itself', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwk = publicKey.export({ format: 'jwk' });
    const pem = publicKey.export({ format: 'pem', type: 'spki' });
    for (const named of [
      { kid: '../../../dev/null' },
      { kid: "' UNION SELECT ''--" },
      { jku: 'http://127.0.0.1/k' },
      { jwk },
    ]) {
      const header = (alg: string) => ({ ...named, alg, typ: 'JWT' }) as jwt.JwtHeader;
      assert.isNull(tokens.verify(jwt.sign(claims, privateKey, { algorithm: 'ES256', header: header('ES256') })));
      assert.isNull(tokens.verify(handMade(header('HS256'), '')));
      assert.isNull(tokens.verify(handMade(header('HS256'), pem)));
      assert.isNull(tokens.verify(handMade(header('none'), SECRET)));
      assert.isNull(tokens.verify(handMade(header('hs256'), SECRET)));
    }
  });

  it('takes a genuine token for nothing else than it says it is', () => {
    assert.deepEqual(tokens.verify(handMade({ alg: 'HS256' }, SECRET)), principal);
    assert.deepEqual(tokens.verify(handMade({ alg: 'HS256', typ: 'jwt' }, SECRET)), principal);
    for (const typ of ['refresh+jwt', 'at+jwt', 'JWE', '', null, ['JWT']])
      assert.isNull(tokens.verify(handMade({ alg: 'HS256', typ }, SECRET)), String(typ));
    for (const crit of [['exp'], ['b64'], []])
      assert.isNull(tokens.verify(handMade({ alg: 'HS256', typ: 'JWT', crit }, SECRET)));
  });

  /** A token with just this header, signed by HMAC whatever the header says. */
  function handMade(header: object, key: string | Buffer): string {
    const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }
});
