import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import type { Env, ServiceName } from '../../bootstrap/config.ts';
import { checkAddress } from '../../bootstrap/doctor/check-address.ts';
import { checkClock } from '../../bootstrap/doctor/check-clock.ts';
import { checkVendors } from '../../bootstrap/doctor/check-vendors.ts';
import { checkZones } from '../../bootstrap/doctor/check-zones.ts';
import { EMBEDDED, examinedConfig, findingWords as words } from './examined-config.ts';
import { localServer as serve } from '../support/local-server.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryDirectory } from '../support/temporary.ts';

describe('the doctor about what is outside', () => {
  let dataDir: string;
  beforeEach(async () => (dataDir = await temporaryDirectory()));

  const configOf = (env: Env = {}, services?: readonly ServiceName[]) => examinedConfig(dataDir, env, services);

  it('compares the clock with the servers that are configured', async () => {
    const time = Date.parse('2026-11-28T10:00:00Z');
    const date = new Date(time).toUTCString();
    const { url } = await serve((_request, response) => void response.writeHead(200, { date }).end());
    const config = configOf({ EMBEDDINGS_URL: url });
    const skewed = (seconds: number) => () => new Date(time + seconds * 1_000);
    assert.match(words(await checkClock(config, skewed(0))), /^ok \| The clock agrees with that of 127/);
    assert.match(
      words(await checkClock(config, skewed(3_600))),
      /^fault \| The clock is (3599|3600) s ahead of that of 127.* \| Synchronise/,
    );
    assert.match(words(await checkClock(config, skewed(-30))), /^warning \| The clock is (30|31) s behind/);
    assert.match(words(await checkClock(configOf())), /^ok \| The clock is later than this program was installed/);
    assert.match(
      words(await checkClock(configOf(), () => new Date(0))),
      /^fault \| The clock is earlier than this program/,
    );
  });

  it('finds time zone rules that are wrong, old or missing', async () => {
    const now = new Date('2026-11-28T00:00:00Z');
    await mkdir(join(dataDir, 'Europe'));
    await writeFile(join(dataDir, 'tzdata.zi'), '# version 2026b\n');
    assert.equal(
      words(checkZones(now, { directory: dataDir, builtInVersion: '2026a' })),
      'ok | Time zone rules 2026b of the system',
    );
    await writeFile(join(dataDir, 'Europe/Berlin'), zoneFileOf('UTC0'));
    assert.match(
      words(checkZones(now, { directory: dataDir, builtInVersion: '2026a' })),
      /^fault \| The time zone rules are wrong or missing: Europe\/Berlin \| Install/,
    );
    assert.match(
      words(checkZones(now, { directory: '/nowhere', builtInVersion: '2023c' })),
      /^warning \| The time zone rules of Node are those of 2023c \| Update/,
    );
  });

  it('finds model servers that refuse their key, fail or do not answer', async () => {
    const { url } = await serve((request, response) => {
      const status = request.headers.authorization === 'Bearer right-key' ? 200 : 401;
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end('{"data":[{"index":0,"embedding":[1,0]}]}');
    });
    const check = async (env: Env, services: readonly ServiceName[] = ['api', 'gateway']) =>
      words(await checkVendors(configOf({ GATEWAY_PORT: '0', ...env }, services), fakeClock()));
    assert.match(
      await check({ EMBEDDINGS_URL: url, EMBEDDINGS_API_KEY: 'right-key' }),
      /^ok \| EMBEDDINGS_URL: .* answers and accepts the key$/,
    );
    assert.match(
      await check({ EMBEDDINGS_URL: url, EMBEDDINGS_API_KEY: 'wrong-key' }),
      /^fault \| EMBEDDINGS_URL: .*401.* \| Correct EMBEDDINGS_URL, EMBEDDINGS_MODEL or EMBEDDINGS_API_KEY\.$/,
    );
    assert.match(
      await check({ RERANKING_URL: `http://127.0.0.1:${await freePort()}` }),
      /^fault \| RERANKING_URL: 127\.0\.0\.1:\d+: /,
    );
    assert.match(
      await check({ UPSTREAM_LLM_URL: url, UPSTREAM_LLM_API_KEY: 'wrong-key' }),
      /^fault \| UPSTREAM_LLM_URL: .* refuses the key \(401\)/,
    );
    assert.match(await check({ UPSTREAM_LLM_URL: url, UPSTREAM_LLM_API_KEY: 'right-key' }), /^ok \| UPSTREAM_LLM_URL/);
    assert.match(await check({}), /^ok \| No model server is configured/);
  });

  it('follows the public address to the port of the runtime', async () => {
    const port = await freePort();
    const proxy = await serve((request, response) => {
      void fetch(`http://127.0.0.1:${port}${request.url}`)
        .then(async (answer) => response.end(await answer.text()))
        .catch(() => response.writeHead(502).end());
    });
    const env = { VOICE_SERVER_BASE_URL: proxy.url, RUNTIME_PORT: String(port) };
    const found = words(await checkAddress(configOf(env)));
    assert.match(found, /^warning \| VOICE_SERVER_BASE_URL: .* is an address of this machine or network/m);
    assert.include(found, `leads to RUNTIME_PORT ${port}, seen from this machine`);
  });

  it('finds a public address that is unknown, away, or leads elsewhere', async () => {
    const page = await serve((_request, response) => void response.end('<h1>It works!</h1>'));
    const runtime = await serve((_request, response) => {
      response.writeHead(422).end('{"detail":"agent_id and org_id are required"}');
    });
    const check = async (url: string, services = EMBEDDED as readonly ServiceName[]) =>
      words(
        await checkAddress(configOf({ VOICE_SERVER_BASE_URL: url, RUNTIME_PORT: String(await freePort()) }, services)),
      );
    assert.match(
      await check(page.url),
      /^fault \| .* leads to something else than the runtime \(200\) \| Let the proxy pass \/answer/m,
    );
    assert.match(
      await check(`http://127.0.0.1:${await freePort()}`),
      /^fault \| .* cannot be reached: nothing listens there \| Start the proxy/m,
    );
    assert.match(
      await check('https://voice.invalid'),
      /^fault \| .*the name of voice\.invalid is unknown \| Make a DNS record/,
    );
    assert.match(await check(runtime.url, ['api']), /^ok \| .* leads to a runtime, seen from this machine$/m);
    assert.equal(await check(page.url, ['gateway']), '');
  });
});

/** A compiled zone with this rule for all times: two headers without entries, and a footer. */
function zoneFileOf(rule: string): Buffer {
  const header = Buffer.alloc(44);
  header.write('TZif2', 'latin1');
  return Buffer.concat([header, header, Buffer.from(`\n${rule}\n`)]);
}
