import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { assert } from 'chai';
import { readConfig, type Env, type ServiceName } from '../../bootstrap/config.ts';
import { logFormatFor } from '../../bootstrap/log-format.ts';
import { startupBanner } from '../../bootstrap/startup-banner.ts';
import { ROOT, TYPESCRIPT } from '../suites/suites.ts';

const ADDRESSES = {
  apiBaseUrl: 'http://127.0.0.1:8000/api/v1',
  runtimeUrl: 'http://127.0.0.1:7860',
  gatewayUrl: 'http://127.0.0.1:8100',
  simulatorUrl: 'http://127.0.0.1:8200',
};

const reported = (services: ServiceName[], env: Env = {}): string[] =>
  startupBanner(ADDRESSES, readConfig(env, services)).trim().split(/\n+ */);

describe('the start-up banner', () => {
  it('lists the addresses of all services, and how to stop', () => {
    assert.deepEqual(reported(['api', 'runtime', 'gateway', 'simulator']), [
      'Console            http://127.0.0.1:8000/console/  (sign up here)',
      'API                http://127.0.0.1:8000/api/v1  (described at http://127.0.0.1:8000/docs)',
      'Media runtime      http://127.0.0.1:7860',
      'Model gateway      http://127.0.0.1:8100',
      'Carrier simulator  http://127.0.0.1:8200',
      `Data               ${resolve('data')}`,
      'Ctrl-C stops it; live calls may end before that, for 60 seconds at most. A second one stops it at once.',
    ]);
  });

  it('lists only the services of this process and its external stores, without their passwords', () => {
    const env = { DOCUMENTS_URL: 'mongodb://u:hush@mongo/platform', DATA_DIR: '/srv', DRAIN_SECONDS: '0' };
    assert.deepEqual(reported(['api'], env).slice(2), [
      'Data           /srv',
      'DOCUMENTS_URL  mongodb server',
      'Ctrl-C stops it; live calls end with it. A second one stops it at once.',
    ]);
    assert.lengthOf(reported(['runtime'], env), 3);
  });

  it('reads text, and a machine JSON, unless LOG_FORMAT says otherwise', () => {
    const formats = [
      logFormatFor(null, { isTTY: true }),
      logFormatFor(null, {}),
      logFormatFor('json', { isTTY: true }),
    ];
    assert.deepEqual(formats, ['text', 'json', 'json']);
  });
});

describe('a command that is asked for help', () => {
  for (const [script, usage] of [
    ['tools/demo/main.ts', /^npm run demo \[/],
    ['tools/replay/main.ts', /^npm run replay -- <call_id/],
    ['tools/load/main.ts', /^npm run load -- --agent <id>/],
    ['tools/backup/main.ts', /^npm run restore -- <backup>/m],
  ] as const)
    it(`says how it is used and does nothing: ${script}`, async function () {
      const { stdout } = await promisify(execFile)(process.execPath, [...TYPESCRIPT, script, '--help'], {
        cwd: ROOT,
      });
      assert.match(stdout, usage);
    });
});
