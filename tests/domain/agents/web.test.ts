import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { allowsOrigin, OPAQUE_REFUSED, originOf, parseWeb } from '../../../domain/agents/web.ts';
import { known, least, reasons } from './known-providers.ts';

describe('the limits of an agent for pages', () => {
  it('are stored in the form that browsers send, and only when they are given', () => {
    const web = {
      allowed_origins: [' HTTPS://Shop.Example.com ', 'https://shop.example.com:443', 'http://localhost:5173'],
      visitor_calls_at_once: null,
      calls_per_minute: 10,
    };
    const config = parseAgentConfig({ ...least(), web }, known);
    assert.deepEqual(config.web, {
      allowed_origins: ['https://shop.example.com', 'http://localhost:5173'],
      calls_per_minute: 10,
    });
    assert.deepEqual(parseAgentConfig(config, known), config);
    for (const empty of [null, {}, { allowed_origins: [] }, { visitor_calls_per_hour: null }])
      assert.notProperty(parseAgentConfig({ ...least(), web: empty }, known), 'web');
  });

  it('reject texts that are not origins, and limits out of bounds', () => {
    const wrong = [
      'shop.example.com',
      'https://shop.example.com/path',
      'ftp://a.example',
      'https://*.com',
      'https://a@b',
      '*',
    ];
    const input = {
      allowed_origins: wrong,
      visitor_calls_at_once: 0,
      visitor_calls_per_hour: 1_001,
      calls_per_minute: 1.5,
      calls_per_day: 1,
    };
    const found = reasons(() => parseWeb(input));
    for (const [index] of wrong.entries())
      assert.isTrue(found.some((reason) => reason.startsWith(`web.allowed_origins[${index}] must be an origin`)));
    for (const [name, bounds] of [
      ['visitor_calls_at_once', '1 to 100'],
      ['visitor_calls_per_hour', '1 to 1000'],
      ['calls_per_minute', '1 to 10000'],
    ])
      assert.include(found, `web.${name} must be an integer from ${bounds}`);
    assert.isTrue(found.some((reason) => reason.startsWith('web.calls_per_day is unknown')));
    assert.deepEqual(
      reasons(() => parseWeb({ allowed_origins: Array.from({ length: 51 }, (_, at) => `https://s${at}.example.com`) })),
      ['web.allowed_origins must have at most 50 items'],
    );
  });

  it('reject the origin that all sandboxed frames and files share', () => {
    assert.deepEqual(
      reasons(() => parseWeb({ allowed_origins: ['null'] })),
      ['web.allowed_origins[0] must not be null, the origin that all sandboxed frames and files of any site share'],
    );
    assert.isAtMost(Buffer.byteLength(OPAQUE_REFUSED), 123, 'it fits into a close frame');
  });

  it('allow the listed origins and all names below a wildcard, and nothing that only looks alike', () => {
    const web = { allowed_origins: ['https://shop.example.com', 'https://*.example.org:8443'] };
    for (const origin of ['https://shop.example.com', 'https://a.example.org:8443', 'https://a.b.example.org:8443'])
      assert.isTrue(allowsOrigin(web, origin), origin);
    for (const origin of [
      'http://shop.example.com',
      'https://shop.example.com.evil.example',
      'https://evilshop.example.com',
      'https://example.org:8443',
      'https://evilexample.org:8443',
      'https://a.example.org',
      'null',
    ])
      assert.isFalse(allowsOrigin(web, origin), origin);
    assert.isNull(allowsOrigin({}, 'https://any.example'));
  });

  it('read an origin as a browser sends it', () => {
    assert.strictEqual(originOf('https://Shop.Example:443'), 'https://shop.example');
    for (const text of [
      'null',
      '',
      'https://',
      'https://a/b',
      'https://a?b',
      'https://[',
      `https://${'a'.repeat(300)}`,
    ])
      assert.isNull(originOf(text), text);
  });
});
