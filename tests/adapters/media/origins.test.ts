import { assert } from 'chai';
import { hostNameOf, isAllowedOrigin } from '../../../adapters/media/origins.ts';

/** The console is at port 8000 of the host, however that is called. */
const settings = { origins: ['https://app.example.com'], consoleUrl: (name: string) => `http://${name}:8000/console` };
const allowed = (origin: string | null, host = 'localhost:7860', listed: Partial<typeof settings> = {}) =>
  isAllowedOrigin({ origin, host }, { ...settings, ...listed });

describe('pages that may open media sockets', () => {
  it('are those of the console, of this very host and of the listed origins', () => {
    assert.isTrue(allowed('http://localhost:8000'));
    assert.isTrue(allowed('http://voice.local:8000', 'voice.local:7860'));
    assert.isTrue(allowed('http://[::1]:8000', '[::1]:7860'));
    assert.isTrue(allowed('http://localhost:7860'));
    assert.isTrue(allowed('https://app.example.com'));
  });

  it('are no others, be they of the same host', () => {
    for (const origin of ['http://localhost:9000', 'https://localhost:8000', 'http://evil.example:8000', 'null', 'x'])
      assert.isFalse(allowed(origin), origin);
    assert.isFalse(allowed('http://evil.example:8000', 'evil.example:8000:8000'));
  });

  it('are all of them where the operator says so, and clients that are no browsers always come in', () => {
    const anybody = { origins: '*', consoleUrl: settings.consoleUrl } as const;
    assert.isTrue(isAllowedOrigin({ origin: 'https://evil.example', host: 'localhost:7860' }, anybody));
    assert.isTrue(allowed(null));
  });

  it('are told by the name in the Host header, which need not be one', () => {
    assert.deepEqual(['a.b:1', '[::1]:1', 'a b', ''].map(hostNameOf), ['a.b', '[::1]', 'localhost', 'localhost']);
  });
});
