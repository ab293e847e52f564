import { assert } from 'chai';
import type { ServiceName } from '../../bootstrap/config.ts';
import { resolve } from '../../bootstrap/dependencies.ts';
import { openPlatform } from '../support/platform.ts';

describe('the carrier simulator in a platform', function () {
  const telephony = async (services: readonly ServiceName[], env: Record<string, string> = {}) => {
    const platform = await openPlatform({ services, env });
    try {
      const providers = await resolve(platform.container, 'providers');
      const health = platform.simulatorUrl?.includes('127.0.0.1') && (await fetch(`${platform.simulatorUrl}/health`));
      return {
        url: platform.simulatorUrl,
        isUp: health ? health.ok : false,
        isRegistered: providers.find('telephony', 'simulator') !== null,
      };
    } finally {
      await platform.close();
    }
  };

  it('is a provider of the process it runs in', async () => {
    const { url, isUp, isRegistered } = await telephony(['api', 'simulator']);
    assert.match(url ?? '', /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.isTrue(isUp && isRegistered);
  });

  it('is a provider wherever the operator says where it is, and nowhere else', async () => {
    const elsewhere = { SIMULATOR_URL: 'https://simulator.example.com/' };
    assert.deepEqual(await telephony(['api'], elsewhere), {
      url: 'https://simulator.example.com',
      isUp: false,
      isRegistered: true,
    });
    assert.deepEqual(await telephony(['api']), { url: null, isUp: false, isRegistered: false });
  });
});
