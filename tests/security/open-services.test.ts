import { assert } from 'chai';
import { readConfig, serviceNames } from '../../bootstrap/config.ts';
import { logWebCalls, warnOfOpenServices } from '../../bootstrap/open-services.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

describe('model gateway and carrier simulator', () => {
  it('stay on the loopback address when HOST opens the API and the runtime', () => {
    for (const HOST of ['0.0.0.0', '::', '192.0.2.7']) {
      const { api, runtime, gateway, simulator } = readConfig({ HOST }, serviceNames);
      assert.deepEqual([api.host, runtime.host, gateway.host, simulator.host], [HOST, HOST, '127.0.0.1', '127.0.0.1']);
    }
  });

  it('listen elsewhere only by a setting of their own', () => {
    const { gateway, simulator } = readConfig({ GATEWAY_HOST: '0.0.0.0', SIMULATOR_HOST: '::' }, serviceNames);
    assert.deepEqual([gateway.host, simulator.host], ['0.0.0.0', '::']);
  });

  it('warn at the start when the network can reach them without a key', () => {
    const warned = (env: Record<string, string>, services = serviceNames.slice()): string[] => {
      const { log, lines } = rememberingLog();
      warnOfOpenServices(readConfig(env, services), log);
      return lines.map(({ level, event }) => `${level} ${event}`);
    };
    const open = { GATEWAY_HOST: '0.0.0.0', SIMULATOR_HOST: '0.0.0.0' };
    assert.deepEqual(warned({ HOST: '0.0.0.0' }), []);
    assert.deepEqual(warned({ GATEWAY_HOST: '127.0.0.2', SIMULATOR_HOST: 'localhost' }), []);
    assert.deepEqual(warned(open), ['warn gateway.open', 'warn simulator.open']);
    assert.deepEqual(warned({ ...open, GATEWAY_API_KEY: TEST_KEYS.GATEWAY_API_KEY }), ['warn simulator.open']);
    assert.deepEqual(warned(open, ['api', 'runtime']), []);
  });
});

describe('runtime start', () => {
  it('logs whether browsers need a ticket, as a warning if the network needs none', () => {
    const fields = (env: Record<string, string>, services = serviceNames.slice()): string[] => {
      const { log, lines } = rememberingLog();
      logWebCalls(readConfig(env, services), log);
      return lines.map(
        (line) => `${line.level} ${line.event}: ${String(line['web_calls'])} by ${String(line['decided_by'])}`,
      );
    };
    assert.deepEqual(fields({}), ['info runtime.web_calls: open by HOST']);
    assert.deepEqual(fields({ HOST: '0.0.0.0' }), ['info runtime.web_calls: ticket by HOST']);
    assert.deepEqual(fields({ WEB_CALLS: 'ticket' }), ['info runtime.web_calls: ticket by WEB_CALLS']);
    assert.deepEqual(fields({ HOST: '0.0.0.0', WEB_CALLS: 'open' }), ['warn runtime.web_calls: open by WEB_CALLS']);
    assert.deepEqual(fields({}, ['api']), []);
  });
});
