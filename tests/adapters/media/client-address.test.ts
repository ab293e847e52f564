import { assert } from 'chai';
import { clientNetwork } from '../../../adapters/media/client-address.ts';

const network = (
  peer: string,
  forwardedFor: string | null = null,
  trusted: Parameters<typeof clientNetwork>[1] = false,
) => clientNetwork({ peer, forwardedFor }, trusted);

describe('clientNetwork', () => {
  it('is the IPv4 address in any notation', () => {
    for (const peer of ['203.0.113.9', '::ffff:203.0.113.9', '0000:0000:0000:0000:0000:ffff:cb00:7109'])
      assert.equal(network(peer), '203.0.113.9', peer);
  });

  it('is the /64 of an IPv6 address', () => {
    assert.equal(network('2001:db8:1:2:3:4:5:6'), '2001:db8:1:2::/64');
    assert.equal(network('2001:db8:1:2::1'), network('2001:db8:1:2:ffff::'));
    assert.notEqual(network('2001:db8:1:2::1'), network('2001:db8:1:3::1'));
  });

  it('is null for clients on this machine', () => {
    for (const peer of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1']) assert.isNull(network(peer), peer);
  });

  it('is the address that trusted proxies report and no other', () => {
    const forged = '127.0.0.1, 198.51.100.1, 203.0.113.9';
    assert.equal(network('10.0.0.1', forged), '10.0.0.1');
    assert.equal(network('10.0.0.1', forged, 1), '203.0.113.9');
    assert.equal(network('10.0.0.1', forged, 2), '198.51.100.1');
    assert.equal(network('10.0.0.1', forged, ['10.0.0.0/8']), '203.0.113.9');
    assert.equal(network('10.0.0.1', forged, ['10.0.0.0/8', '203.0.113.0/24']), '198.51.100.1');
    assert.equal(network('192.0.2.1', forged, ['10.0.0.0/8']), '192.0.2.1');
    assert.equal(network('127.0.0.1', '2001:db8::1', ['loopback']), '2001:db8::/64');
  });

  it('counts a forwarded loopback address unless the peer is local too', () => {
    assert.equal(network('203.0.113.9', '127.0.0.1', 1), '127.0.0.1');
    assert.isNull(network('127.0.0.1', '127.0.0.1', 1));
    assert.isNull(network('127.0.0.1', null, 1));
  });

  it('is bounded in length for any header', () => {
    assert.isAtMost(network('10.0.0.1', 'x'.repeat(10_000), 1)?.length ?? 0, 60);
    assert.equal(network('10.0.0.1', ' , ', 1), '');
  });
});
