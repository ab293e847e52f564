import { assert } from 'chai';
import { endpoint, upstreamUrl } from '../../../adapters/lib/upstream-url.ts';

describe('a base URL', () => {
  for (const text of ['https://api.example.com/v1', 'http://10.0.0.1:8000', 'wss://example.com', 'ws://[::1]:80/x/'])
    it(`may be ${text}`, () => assert.doesNotThrow(() => upstreamUrl(text)));

  const refused: readonly [string, string][] = [
    ['', 'base_url must be an http, https, ws or wss URL'],
    ['example.com', 'base_url must be an http, https, ws or wss URL'],
    ['file:///etc/passwd', 'base_url must be an http, https, ws or wss URL'],
    ['gopher://example.com', 'base_url must be an http, https, ws or wss URL'],
    ['https://user:hunter2@example.com', 'base_url must not contain credentials'],
    ['https://key@example.com', 'base_url must not contain credentials'],
    ['https://example.com/?key=hunter2', 'base_url must not have a query or a fragment'],
    ['https://example.com/#x', 'base_url must not have a query or a fragment'],
  ];
  for (const [text, message] of refused)
    it(`may not be ${JSON.stringify(text)}`, () => assert.throws(() => upstreamUrl(text), message));

  it('leads to endpoints over either transport, as safe as it is itself', () => {
    const query = { a: 1, b: undefined, c: ['x', 'y'], d: false };
    assert.equal(endpoint('https://h/v1/', 'ws', '/listen', query).href, 'wss://h/v1/listen?a=1&c=x&c=y&d=false');
    assert.equal(endpoint('ws://h', 'http', '/speak').href, 'http://h/speak');
    assert.equal(endpoint('wss://h:9/', 'http', '/speak').href, 'https://h:9/speak');
  });
});
