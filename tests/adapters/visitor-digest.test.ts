import { assert } from 'chai';
import { hmacVisitorDigest } from '../../adapters/visitor-digest/hmac-sha256.ts';

const SHOP = { org_id: 'o1', agent_id: 'a1' };

describe('digests of visitors', () => {
  const digest = hmacVisitorDigest('secret');

  it('are the same for the same visitor, agent and secret only, and tell nothing', () => {
    const digests = [
      digest(SHOP, '203.0.113.7'),
      digest(SHOP, '203.0.113.8'),
      digest({ ...SHOP, agent_id: 'a2' }, '203.0.113.7'),
      digest({ ...SHOP, org_id: 'o2' }, '203.0.113.7'),
      hmacVisitorDigest('another')(SHOP, '203.0.113.7'),
    ];
    assert.lengthOf(new Set(digests), digests.length);
    assert.equal(hmacVisitorDigest('secret')(SHOP, '203.0.113.7'), digests[0]);
    for (const each of digests) assert.match(each, /^[\w-]{43}$/);
  });

  it('are the same for all addresses of an IPv6 network, and of an IPv4 address however it is written', () => {
    const same = (one: string, other: string) => digest(SHOP, one) === digest(SHOP, other);
    assert.isTrue(same('2a00:1:2:3::1', '2a00:1:2:3:ffff::9'));
    assert.isFalse(same('2a00:1:2:3::1', '2a00:1:2:4::1'));
    assert.isTrue(same('203.0.113.7', '::ffff:203.0.113.7'));
    assert.isFalse(same('::ffff:203.0.113.7', '::ffff:203.0.113.8'));
    assert.isFalse(same('ada@example.com', 'eve@example.com'));
  });
});
