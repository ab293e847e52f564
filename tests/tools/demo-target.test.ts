import { assert } from 'chai';
import { ConfigError, readConfig } from '../../bootstrap/config.ts';
import { ownEnvironment, targetAt } from '../../tools/demo/target.ts';
import { freePort } from '../support/free-port.ts';
import { openPlatform } from '../support/platform.ts';

async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  assert.instanceOf(error, ConfigError);
  return error.problems.join();
}

describe('the platform that the demo goes through', () => {
  it('is a separate one, whatever the environment', () => {
    const env = { API_BASE_URL: 'http://api', VOICE_SERVER_BASE_URL: 'http://voice', SIMULATOR_URL: 'http://carrier' };
    const config = readConfig(ownEnvironment({ ...env, API_PORT: '8000', DATA_DIR: '/data' }), ['api', 'runtime']);
    assert.deepEqual([config.runtime.apiBaseUrl, config.voiceServerBaseUrl, config.simulator.url], [null, null, null]);
    assert.deepEqual([config.api.port, config.dataDir, config.logLevel], [0, '/data', 'warn']);
  });

  it('is the one at --url, which publishes its runtime’s address', async () => {
    const platform = await openPlatform({ env: { API_V1_PREFIX: '/v9' } });
    const url = new URL(platform.apiBaseUrl).origin;
    const beside = {
      apiBaseUrl: `${url}/v9`,
      runtimeUrl: platform.runtimeUrl,
      simulatorUrl: 'http://127.0.0.1:8200',
    };
    assert.deepEqual(await targetAt(url), beside);
    const { simulatorUrl } = await targetAt(`${url}/`, 'http://127.0.0.1:8201/');
    assert.equal(simulatorUrl, 'http://127.0.0.1:8201');
  });

  it('must be reachable', async () => {
    const nobody = `http://127.0.0.1:${await freePort()}`;
    assert.match(await refusalOf(targetAt(nobody)), /^No platform answers at .*--url must be the address/);
    assert.match(await refusalOf(targetAt('localhost')), /^localhost is not a valid address/);
    assert.match(await refusalOf(targetAt('ftp://127.0.0.1')), /is not a valid address/);
  });

  it('must have a runtime address', async () => {
    const platform = await openPlatform({ services: ['api'] });
    assert.match(await refusalOf(targetAt(platform.apiBaseUrl)), /set VOICE_SERVER_BASE_URL there/);
  });
});
