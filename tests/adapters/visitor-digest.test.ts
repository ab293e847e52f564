import { assert } from 'chai';
import { limitCountDigests } from '../../adapters/limit-counts/digests.ts';
import { hmacVisitorDigest } from '../../adapters/visitor-digest/hmac.ts';

describe('digests of visitors', () => {
  it('are the same for the same visitor and secret only, and tell nothing', () => {
    const [one, other] = [hmacVisitorDigest('secret'), hmacVisitorDigest('another')];
    const digests = [one('203.0.113.7'), one('203.0.113.8'), other('203.0.113.7')];
    assert.lengthOf(new Set(digests), 3);
    assert.equal(hmacVisitorDigest('secret')('203.0.113.7'), digests[0]);
    for (const digest of digests) assert.match(digest, /^[\w-]{43}$/);
  });

  it('are not those of other purposes of the secret', () => {
    assert.notEqual(hmacVisitorDigest('secret')('a b'), limitCountDigests('secret')({ kind: 'a', key: 'b' }));
  });
});
