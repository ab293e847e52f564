import { assert } from 'chai';
import { openPlatform } from '../support/platform.ts';

/** Where the runtime redirects a browser that opens its address. */
async function linkOf(env: Readonly<Record<string, string>>) {
  const platform = await openPlatform({ env });
  const reply = await fetch(platform.runtimeUrl.replace('127.0.0.1', 'localhost'), { redirect: 'manual' });
  assert.strictEqual(reply.status, 302);
  return { link: reply.headers.get('location'), apiPort: new URL(platform.apiBaseUrl).port };
}

describe('GET / at the runtime', () => {
  it('redirects to the console of the same host', async () => {
    const { link, apiPort } = await linkOf({});
    assert.strictEqual(link, `http://localhost:${apiPort}/console`);
  });

  it('redirects to the configured console', async () => {
    const { link } = await linkOf({ PUBLIC_APP_URL: 'https://app.example.com/voice' });
    assert.strictEqual(link, 'https://app.example.com/voice');
  });
});
