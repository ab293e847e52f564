import { assert } from 'chai';
import { knownHosts } from '../../../adapters/lib/known-hosts.ts';
import { hostNameOf, judgeOrigin } from '../../../adapters/media/origins.ts';
import { OPAQUE_REFUSED } from '../../../domain/agents/web.ts';
import { trustedPeers } from '../../../adapters/media/trusted-peers.ts';

type RequestOrigin = Parameters<typeof judgeOrigin>[0];
type Settings = Parameters<typeof judgeOrigin>[1];

/** The console is at port 8000 of the host, however that is called. */
const SETTINGS: Settings = {
  origins: ['https://app.example.com'],
  consoleUrl: (name) => `http://${name}:8000/console`,
  isKnownHost: knownHosts(['voice.local', 'voice.example.com']),
  trustedProxies: false,
};
const OPENING: RequestOrigin = { origin: null, host: 'localhost:7860', forwardedHost: null, peer: '127.0.0.1' };

const judged = (opening: Partial<RequestOrigin>, settings: Partial<Settings> = {}) =>
  judgeOrigin({ ...OPENING, ...opening }, { ...SETTINGS, ...settings });
const allowed = (origin: string | null, host = OPENING.host) => judged({ origin, host }).allowed;

describe('judgeOrigin', () => {
  it('allows the console, this host and listed origins', () => {
    assert.isTrue(allowed('http://localhost:8000'));
    assert.isTrue(allowed('http://voice.local:8000', 'voice.local:7860'));
    assert.isTrue(allowed('http://[::1]:8000', '[::1]:7860'));
    assert.isTrue(allowed('http://localhost:7860'));
    assert.isTrue(allowed('https://app.example.com'));
  });

  it('refuses all others, even of the same host', () => {
    for (const origin of ['http://localhost:9000', 'https://localhost:8000', 'http://evil.example:8000', 'null', 'x'])
      assert.isFalse(allowed(origin), origin);
    for (const host of ['evil.example:8000:8000', 'localhost@evil.example:80', ''])
      assert.isFalse(allowed('http://evil.example', host), host);
  });

  it('tells pages without an origin of their own what to do, instead of how to allow them', () => {
    assert.deepInclude(judged({ origin: 'null' }), { allowed: false, advice: OPAQUE_REFUSED });
    assert.isTrue(judged({ origin: 'null' }, { origins: '*' }).allowed);
  });

  it('allows all origins if configured, and always clients without an Origin', () => {
    assert.isTrue(judged({ origin: 'https://evil.example' }, { origins: '*' }).allowed);
    assert.isTrue(allowed(null));
  });

  it('tells the platform’s own pages from those that the operator lists', () => {
    const own = (origin: string, settings: Partial<Settings> = {}) => {
      const verdict = judged({ origin }, settings);
      return verdict.allowed && verdict.isOwn;
    };
    for (const settings of [{}, { origins: '*' }, { origins: ['http://localhost:8000'] }] as const)
      assert.isTrue(own('http://localhost:8000', settings));
    assert.isFalse(own('https://app.example.com'));
    assert.isFalse(own('https://evil.example', { origins: '*' }));
  });

  it('reads the name in the Host header, even an invalid one', () => {
    assert.deepEqual(['a.b:1', '[::1]:1', 'a b', ''].map(hostNameOf), ['a.b', '[::1]', 'localhost', 'localhost']);
  });

  describe('judgeOrigin behind a proxy that rewrites Host', () => {
    const proxied: Partial<RequestOrigin> = { origin: 'https://voice.example.com', forwardedHost: 'voice.example.com' };

    it('allows the requested host if the proxy is trusted', () => {
      for (const trustedProxies of [1, ['loopback'], ['10.0.0.1', '127.0.0.0/8']] as const)
        assert.isTrue(judged(proxied, { trustedProxies }).allowed, String(trustedProxies));
      const written = { ...proxied, forwardedHost: 'voice.example.com:443, inner.example.com' };
      assert.isTrue(judged(written, { trustedProxies: 2 }).allowed);
      const atConsole = { origin: 'http://voice.example.com:8000', forwardedHost: 'voice.example.com' };
      assert.isTrue(judged(atConsole, { trustedProxies: 1 }).allowed);
    });

    it('names TRUST_PROXY if the peer is not trusted', () => {
      for (const trustedProxies of [false, ['10.0.0.0/8']] as const)
        assert.deepEqual(judged(proxied, { trustedProxies }), {
          allowed: false,
          setting: 'TRUST_PROXY',
          advice: 'Origin not allowed: behind a reverse proxy, set TRUST_PROXY to it',
        });
    });

    it('names CORS_ORIGINS for another host', () => {
      const other = { ...proxied, origin: 'https://evil.example' };
      for (const trustedProxies of [false, 1] as const)
        assert.deepEqual(judged(other, { trustedProxies }), {
          allowed: false,
          setting: 'CORS_ORIGINS',
          advice: 'Origin not allowed: add it to CORS_ORIGINS',
        });
      // The address of the proxy's own upstream is no longer the host that browsers ask for.
      assert.isFalse(judged({ ...proxied, origin: 'http://localhost:7860' }, { trustedProxies: 1 }).allowed);
    });
  });

  it('trusts listed peers in both address families and by range name', () => {
    const trusts = trustedPeers(['loopback', '10.1.0.0/16', '2001:db8::/32', '192.0.2.7', 'uniquelocal', 'linklocal']);
    for (const peer of ['127.9.9.9', '::1', '::ffff:10.1.2.3', '2001:db8::7', '192.0.2.7', '192.168.3.4', 'fe80::1'])
      assert.isTrue(trusts(peer), peer);
    for (const peer of ['10.255.0.1.', '11.1.0.1', '192.0.2.8', '2001:db9::1', '', 'localhost'])
      assert.isFalse(trusts(peer), peer);
    assert.isFalse(trustedPeers(false)('127.0.0.1'));
    assert.isTrue(trustedPeers(1)('203.0.113.9'));
  });
});
