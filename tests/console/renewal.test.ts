import { assert } from 'chai';
import { renewalDue } from '../../console/src/renewal.ts';

const tokenOf = (claims: unknown): string =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

describe('the renewal of a session', () => {
  it('is due after two thirds of the life of its token', () => {
    assert.strictEqual(renewalDue(tokenOf({ sub: 'gr\u00fc\u00df?>~~', iat: 1_000, exp: 2_800 })), 2_200_000);
  });

  it('is never due where a token does not tell how long it lives', () => {
    for (const token of ['', 'a.b.c', tokenOf(null), tokenOf({ iat: 1 }), tokenOf({ iat: 'x', exp: 'y' })])
      assert.strictEqual(renewalDue(token), Infinity, token);
  });
});
