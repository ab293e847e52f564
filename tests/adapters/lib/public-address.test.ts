import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { isLoopback, isPublicAddress } from '../../../adapters/lib/public-address.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';

describe('an address', () => {
  for (const address of [
    '2001:200::1',
    '8.8.8.8',
    '172.32.0.1',
    '100.128.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
  ])
    it(`accepts the public address ${address}`, () => assert.isTrue(isPublicAddress(address)));
  const notPublic =
    '0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.255.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.168.1.1 ' +
    '198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 fd12::1 ff02::1 ::ffff:127.0.0.1 ::ffff:7f00:1 ' +
    '::ffff:8.8.8.8 64:ff9b::a00:1 64:ff9b:1::a00:1 2002:7f00:1:: 2001:0:1:: 2001:2::1 2001:10::1 2001:20::1 2001:db8::1 ' +
    '3fff::1 fec0::1 100::1 5f00::1 192.0.2.1 192.88.99.1 198.51.100.1 203.0.113.1';
  for (const address of notPublic.split(' '))
    it(`rejects the non-public address ${address}`, () => assert.isFalse(isPublicAddress(address)));

  // Where each cloud tells its machines their secrets.
  const metadata = {
    AWS: '169.254.169.254 fd00:ec2::254',
    'AWS containers': '169.254.170.2 169.254.170.23 fd00:ec2::23',
    'Google Cloud': '169.254.169.254 fd20:ce::254',
    Azure: '169.254.169.254 168.63.129.16',
    'Alibaba Cloud': '100.100.100.200',
    'Oracle Cloud': '169.254.169.254 192.0.0.192 fd00:c1::a9fe:a9fe',
    'Tencent Cloud': '169.254.0.23',
    Hetzner: '169.254.169.254',
    DigitalOcean: '169.254.169.254',
    'IBM Cloud': '169.254.169.254',
    Scaleway: '169.254.42.42 fd00:42::42',
    OpenStack: '169.254.169.254 fe80::a9fe:a9fe',
    'IPv4 in IPv6': '::ffff:169.254.169.254 ::169.254.169.254 64:ff9b::a9fe:a9fe 2002:a9fe:a9fe:: 2001::5601:5601',
  };
  for (const [cloud, addresses] of Object.entries(metadata))
    it(`rejects the metadata address ${cloud}`, () => {
      for (const address of addresses.split(' ')) assert.isFalse(isPublicAddress(address), address);
    });
});

describe('a host of this machine', () => {
  for (const host of ['localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'])
    it(`may be written ${host}`, () => assert.isTrue(isLoopback(host)));
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.0.0.1.example.com', 'localhost.example.com', '127.1', ''])
    it(`is not ${JSON.stringify(host)}`, () => assert.isFalse(isLoopback(host)));
});

describe('a network of public addresses', () => {
  const found = (...addresses: string[]) =>
    network({
      allowPrivate: false,
      resolve: (_host, _options, answer) =>
        answer(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
    });
  const lookup = (net: ReturnType<typeof network>, all: boolean) =>
    new Promise((resolve, reject) =>
      net.guard(new URL('https://models.example.com'))('models.example.com', { all }, (error, address) =>
        error ? reject(error) : resolve(address),
      ),
    );

  it('goes where a name leads in public, in the form it is asked for', async () => {
    assert.equal(await lookup(found('8.8.8.8', '2606:4700::1111'), false), '8.8.8.8');
    assert.deepEqual(await lookup(found('8.8.8.8'), true), [{ address: '8.8.8.8', family: 4 }]);
  });

  it('does not go where any address of a name is private, at the very moment of connecting', async () => {
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1']]) {
      const fault: unknown = await lookup(found(...addresses), true).catch((error: unknown) => error);
      assert.isTrue(fault instanceof VendorFailure && !fault.retryable);
    }
  });

  it('refuses private addresses that are written out, in whatever way', () => {
    const { guard } = network({ allowPrivate: false });
    for (const host of [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '169.254.169.254',
      '168.63.129.16',
    ])
      assert.throws(() => guard(new URL(`http://${host}/`)), VendorFailure, /private address/, host);
    assert.doesNotThrow(() => guard(new URL('http://8.8.8.8/')));
    assert.doesNotThrow(() => network({ allowPrivate: true }).guard(new URL('http://127.0.0.1/')));
  });

  it('reaches the private servers that are listed, over HTTP and WebSocket, and no other port or scheme of them', async () => {
    const net = network({
      allowPrivate: false,
      localUpstreams: ['http://127.0.0.1:11434', 'https://gpu.internal'],
      resolve: (_host, _options, answer) => answer(null, [{ address: '10.0.0.7', family: 4 }]),
    });
    for (const url of ['http://127.0.0.1:11434/v1', 'ws://127.0.0.1:11434/realtime'])
      assert.doesNotThrow(() => net.guard(new URL(url)), url);
    for (const url of [
      'http://127.0.0.1:11435/v1',
      'https://127.0.0.1:11434/v1',
      'http://127.0.0.1/',
      'http://10.0.0.7/',
    ])
      assert.throws(() => net.guard(new URL(url)), VendorFailure, /LOCAL_UPSTREAMS/);
    const resolved = (text: string) =>
      new Promise((resolve) =>
        net.guard(new URL(text))('gpu.internal', {}, (error, address) => resolve(error ?? address)),
      );
    assert.equal(await resolved('wss://gpu.internal/v1'), '10.0.0.7');
    assert.instanceOf(await resolved('http://gpu.internal/v1'), VendorFailure);
  });

  it('passes on that a name is not known', async () => {
    const unknown = network({ allowPrivate: false, resolve: (_h, _o, answer) => answer(new Error('ENOTFOUND'), []) });
    assert.equal(String(await lookup(unknown, true).catch((error: unknown) => error)), 'Error: ENOTFOUND');
    const empty = await lookup(found(), false).catch((error: unknown) => error);
    assert.match(String(empty), /has no address/);
  });
});
