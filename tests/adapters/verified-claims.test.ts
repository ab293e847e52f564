import { assert } from 'chai';
import jwt from 'jsonwebtoken';
import { jsonwebtokenTokens } from '../../adapters/tokens/jsonwebtoken.ts';
import { VerifiedTokenCache } from '../../adapters/tokens/verified-claims.ts';
import { fakeClock } from '../support/fake-clock.ts';

const SECRET = 'a secret of the tests, long enough for every algorithm there is';

describe('tokens that were verified', () => {
  it('hold from their first second until their last, whenever they are asked for', () => {
    const tokens = new VerifiedTokenCache<string>();
    tokens.remember('t', { claims: 'ann', from: 10, until: 20 });
    assert.deepEqual(
      [9, 10, 19, 9, 15].map((now) => tokens.claimsOf('t', now)),
      [null, 'ann', 'ann', null, 'ann'],
    );
  });

  it('are forgotten when they end, even by a clock that goes back', () => {
    const tokens = new VerifiedTokenCache<string>();
    tokens.remember('t', { claims: 'ann', from: 10, until: 20 });
    assert.isNull(tokens.claimsOf('t', 20));
    assert.equal(tokens.size, 0);
    assert.isNull(tokens.claimsOf('t', 15));
  });

  it('are known by every letter', () => {
    const tokens = new VerifiedTokenCache<string>();
    tokens.remember('abc', { claims: 'ann', from: 0, until: 20 });
    for (const other of ['', 'ab', 'abcd', 'ABC', 'abd']) assert.isNull(tokens.claimsOf(other, 1));
  });

  it('are no more than they may be, and those that are asked for stay', () => {
    const tokens = new VerifiedTokenCache<number>(100);
    tokens.remember('busy', { claims: -1, from: 0, until: 20 });
    for (let count = 0; count < 10_000; count += 1) {
      tokens.remember(`t${count}`, { claims: count, from: 0, until: 20 });
      assert.equal(tokens.claimsOf('busy', 1), -1);
      assert.isAtMost(tokens.size, 100);
    }
    assert.equal(tokens.claimsOf('t9999', 1), 9_999);
    assert.isNull(tokens.claimsOf('t9000', 1));
  });

  it('are asked for their time at every use, like those that are new', () => {
    const clock = fakeClock('2026-01-01T00:00:00.000Z');
    const tokens = jsonwebtokenTokens({ secret: SECRET, algorithm: 'HS256', expiresInMinutes: 30 }, clock);
    const now = clock.now().getTime() / 1000;
    const claims = { sub: 'ann@example.org', email: 'ann@example.org', role: 'admin', aud: 'access' };
    const token = jwt.sign({ ...claims, nbf: now + 10, exp: now + 20 }, SECRET);
    const seen: boolean[] = [];
    for (let second = 0; second < 30; second += 1) {
      seen.push(tokens.verify(token) !== null);
      clock.advance(1_000);
    }
    assert.deepEqual(
      seen,
      seen.map((_, second) => second >= 10 && second < 20),
    );
  });

  it('answers principals that callers cannot modify for each other', () => {
    const tokens = jsonwebtokenTokens({ secret: SECRET, algorithm: 'HS256', expiresInMinutes: 30 }, fakeClock());
    const token = tokens.issue({ email: 'ann@example.org', org_id: 'o1', role: 'member' });
    const caller = tokens.verify(token) as { role: string };
    assert.throws(() => (caller.role = 'super_admin'), TypeError);
    assert.equal(tokens.verify(token)?.role, 'member');
  });
});
