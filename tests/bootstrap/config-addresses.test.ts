import { assert } from 'chai';
import { addressOf, ConfigError, readConfig, type Env } from '../../bootstrap/config.ts';

const both = ['api', 'runtime'] as const;

describe('the addresses of services', () => {
  it('send a runtime that runs alone to the API of its own machine', () => {
    const alone = (env: Env) => readConfig(env, ['runtime']).runtime.apiBaseUrl;
    assert.equal(alone({}), 'http://127.0.0.1:8000/api/v1');
    assert.equal(alone({ HOST: '0.0.0.0', API_PORT: '81', API_V1_PREFIX: '/v' }), 'http://127.0.0.1:81/v');
    assert.equal(alone({ API_BASE_URL: 'http://api:8000/api/v1' }), 'http://api:8000/api/v1');
  });

  it('say where a listening service is reached from the same machine', () => {
    assert.equal(addressOf('0.0.0.0', 80), 'http://127.0.0.1:80');
    assert.equal(addressOf('::', 80, '/x'), 'http://[::1]:80/x');
    assert.equal(addressOf('voice.example', 80), 'http://voice.example:80');
  });

  it('are refused when one port is for two services of a process, unless the system chooses it', () => {
    assert.throws(() => readConfig({ API_PORT: '9000', RUNTIME_PORT: '9000' }, both), ConfigError);
    assert.doesNotThrow(() => readConfig({ API_PORT: '0', RUNTIME_PORT: '0' }, both));
    assert.doesNotThrow(() => readConfig({ API_PORT: '9000', RUNTIME_PORT: '9000' }, ['api']));
    assert.throws(
      () => readConfig({ RUNTIME_PORT: '8200' }, ['api', 'runtime', 'simulator']),
      'SIMULATOR_PORT: write another number than the RUNTIME_PORT, both run in this process',
    );
  });

  it('keeps agents from private addresses unless the operator allows all or lists servers', () => {
    const upstreams = (env: Env) => readConfig(env, both).upstreams;
    for (const HOST of ['127.0.0.1', '0.0.0.0']) assert.isFalse(upstreams({ HOST }).allowPrivate, HOST);
    assert.isTrue(upstreams({ ALLOW_PRIVATE_UPSTREAMS: 'on' }).allowPrivate);
    const { localUpstreams } = upstreams({ LOCAL_UPSTREAMS: 'http://127.0.0.1:11434, https://gpu.internal' });
    assert.deepEqual(localUpstreams, ['http://127.0.0.1:11434', 'https://gpu.internal']);
    for (const LOCAL_UPSTREAMS of ['http://127.0.0.1:11434/v1', '127.0.0.1:11434', 'ftp://gpu', ','])
      assert.throws(() => upstreams({ LOCAL_UPSTREAMS }), /LOCAL_UPSTREAMS: write origins/);
  });

  it('accept * for all origins, and a count or off for trusted proxies', () => {
    assert.equal(readConfig({ CORS_ORIGINS: '*' }, both).browsers.origins, '*');
    assert.equal(readConfig({ TRUST_PROXY: '2' }, both).browsers.trustedProxies, 2);
    assert.equal(readConfig({ TRUST_PROXY: 'off' }, both).browsers.trustedProxies, false);
  });
});
