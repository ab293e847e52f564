import { chmod, mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import type { Env, ServiceName } from '../../bootstrap/config.ts';
import { checkKeys } from '../../bootstrap/doctor/check-keys.ts';
import { checkPorts } from '../../bootstrap/doctor/check-ports.ts';
import { checkStores } from '../../bootstrap/doctor/check-stores.ts';
import { runDoctor } from '../../bootstrap/doctor/run-doctor.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import { sealed } from '../../domain/credentials/provider-auth.ts';
import { CollectedOutput } from '../support/command-line.ts';
import { EMBEDDED, examinedConfig, findingWords as words } from './examined-config.ts';
import { localServer as serve } from '../support/local-server.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

describe('the doctor', () => {
  let dataDir: string;
  beforeEach(async () => (dataDir = await temporaryDirectory()));

  const configOf = (env: Env = {}, services?: readonly ServiceName[]) => examinedConfig(dataDir, env, services);

  async function doctor(env: Env, services: readonly ServiceName[] = EMBEDDED) {
    const out = new CollectedOutput();
    const code = await runDoctor({ DATA_DIR: dataDir, API_PORT: '0', RUNTIME_PORT: '0', ...env }, services, out);
    return { code, text: out.text };
  }

  it('finds nothing wrong before the first start, and makes nothing', async () => {
    const place = join(dataDir, 'new', 'data');
    const { code, text } = await doctor({ DATA_DIR: place });
    assert.equal(code, 0, text);
    assert.include(text, 'The first start writes a new SECRET_KEY to');
    assert.include(text, 'VOICE_SERVER_BASE_URL is not set');
    assert.match(text, /\n0 faults, \d warnings?\.\n$/);
    assert.isEmpty(await readdir(dataDir));
  });

  it('lists settings that cannot be used, with what to write instead', async () => {
    const { code, text } = await doctor({ API_PORT: 'many', LOG_LEVEL: 'loud' });
    assert.equal(code, 1);
    assert.match(text, /^FAULT +settings +API_PORT cannot be used\n +write a whole number from 0 to 65535$/m);
    assert.match(text, /^FAULT +settings +LOG_LEVEL cannot be used\n +write one of info, warn/m);
  });

  it('finds a place that takes no files before the first start', async () => {
    await writeFile(join(dataDir, 'file'), '');
    const { code, text } = await doctor({ DATA_DIR: join(dataDir, 'file', 'data') });
    assert.equal(code, 1);
    assert.match(
      text,
      /^FAULT +keys +DATA_DIR: the keys in \S+ cannot be read: part of the path is a file\n +Set DATA_DIR/m,
    );
    for (const store of ['DOCUMENTS_URL', 'OBJECTS_URL', 'VECTORS_URL'])
      assert.match(text, new RegExp(`^FAULT +stores +${store}: .* cannot be used: part of the path is a file$`, 'm'));
  });

  it('tells a port of another program from one of the running platform', async () => {
    const other = await serve((_request, response) => void response.end('hello'));
    const taken = words(await checkPorts(configOf({ API_PORT: String(other.port) }, ['api'])));
    assert.equal(
      taken,
      `fault | API_PORT ${other.port} is taken by another program | End that program, or set API_PORT to a free port.`,
    );
    const ours = await serve((_request, response) => void response.end('{"status":"ok"}'));
    const used = words(await checkPorts(configOf({ RUNTIME_PORT: String(ours.port) }, ['runtime'])));
    assert.equal(
      used,
      `ok | RUNTIME_PORT ${ours.port} is used by a platform that runs: this one, or another one of yours`,
    );
  });

  it('finds a host that is not an address of this machine', async () => {
    const found = words(await checkPorts(configOf({ HOST: '192.0.2.1', API_PORT: String(await freePort()) }, ['api'])));
    assert.match(found, /^fault \| 192\.0\.2\.1 is not an address of this machine \| Set HOST to 127\.0\.0\.1/);
  });

  it('finds keys that others may read, that are lost, and that are not shared', async () => {
    await resolveKeys(configOf());
    assert.equal(words(await checkKeys(configOf())), 'ok | All keys that these services need are set');
    const file = join(dataDir, 'secrets.env');
    await chmod(file, 0o644);
    assert.include(
      words(await checkKeys(configOf())),
      `warning | Other users of this machine may read ${file} | chmod 600 ${file}`,
    );
    await writeFile(file, '# empty\n');
    assert.include(
      words(await checkKeys(configOf())),
      'fault | PROVIDER_AUTH_ENCRYPTION_KEY is missing | Set it, or write it back',
    );
    const elsewhere = configOf({ DATA_DIR: join(dataDir, 'other') }, ['runtime']);
    assert.match(
      words(await checkKeys(elsewhere)),
      /^warning \| INTERNAL_API_KEY is not set \| .*openssl rand -base64 48/,
    );
  });

  it('finds keys that are malformed, and a file of keys that cannot be read', async () => {
    const file = join(dataDir, 'secrets.env');
    await writeFile(file, 'SECRET_KEY=short\nPROVIDER_AUTH_ENCRYPTION_KEY=bad\n');
    const malformed = words(await checkKeys(configOf()));
    assert.match(malformed, /^fault \| SECRET_KEY in \S+secrets\.env cannot be used \| \w+ .*openssl rand/m);
    assert.match(malformed, /^fault \| PROVIDER_AUTH_ENCRYPTION_KEY in \S+secrets\.env cannot be used \| \w/m);
    assert.notMatch(malformed, /=short|ConfigError|another place/);
    await (await sqliteEngine(join(dataDir, 'platform.db'))).close();
    const stores = words(await checkStores(configOf(), fakeClock()));
    assert.match(stores, /^ok \| DOCUMENTS_URL: \S+ takes writes$/m);
    const unreadable = configOf({ DATA_DIR: join(dataDir, 'other') });
    await mkdir(join(dataDir, 'other', 'secrets.env'), { recursive: true });
    assert.match(
      words(await checkKeys(unreadable)),
      /^fault \| DATA_DIR: the keys in \S+ cannot be read: it is a directory \| Let this user read \S+secrets\.env, or restore/,
    );
  });

  it('tries the internal key of a runtime at its API', async () => {
    for (const [status, says] of [
      [422, /^ok \| .* accepts INTERNAL_API_KEY$/m],
      [401, /^fault \| .* refuses INTERNAL_API_KEY \| Set the same INTERNAL_API_KEY/m],
      [404, /^fault \| .* does not answer like the API \(404\) \| Set API_BASE_URL/m],
    ] as const) {
      let sent = '';
      const { url } = await serve((request, response) => {
        sent = String(request.headers['x-api-key']);
        response.writeHead(status).end();
      });
      const config = configOf({ API_BASE_URL: `${url}/api/v1`, INTERNAL_API_KEY: TEST_KEYS.INTERNAL_API_KEY }, [
        'runtime',
      ]);
      assert.match(words(await checkKeys(config)), says);
      assert.equal(sent, TEST_KEYS.INTERNAL_API_KEY);
    }
    const away = configOf(
      { API_BASE_URL: `http://127.0.0.1:${await freePort()}/api/v1`, INTERNAL_API_KEY: TEST_KEYS.INTERNAL_API_KEY },
      ['runtime'],
    );
    assert.include(
      words(await checkKeys(away)),
      'cannot be reached: nothing listens there | Start it, or correct API_BASE_URL.',
    );
  });

  it('finds stores that cannot be written, that are damaged and that do not answer', async () => {
    const file = join(dataDir, 'file');
    await writeFile(file, 'no database, but long enough to be read as one');
    const clock = fakeClock();
    const found = words(
      await checkStores(
        configOf({
          DOCUMENTS_URL: `sqlite:${file}`,
          OBJECTS_URL: `file:${file}/objects`,
          VECTORS_URL: `http://127.0.0.1:${await freePort()}`,
        }),
        clock,
      ),
    );
    assert.match(found, /^fault \| DOCUMENTS_URL: .*file cannot be used: .* damaged \| Restore the last backup/m);
    assert.match(
      found,
      /^fault \| OBJECTS_URL: .*cannot be used: (part of the path is a file|permission denied) \| Let this user write/m,
    );
    assert.match(
      found,
      /^fault \| VECTORS_URL: the http server cannot be used: .* \| Start the server, or correct VECTORS_URL/m,
    );
  });

  it('tries a store where it is, as what is above it may belong to other users', async function () {
    if (process.platform !== 'linux') this.skip();
    const directory = await open(dataDir);
    try {
      // Files beside it are refused to every user.
      const mounted = `/proc/self/fd/${directory.fd}`;
      const found = words(await checkStores(configOf({ OBJECTS_URL: `file:${mounted}` }, ['runtime']), fakeClock()));
      assert.equal(found, `ok | OBJECTS_URL: ${mounted} takes writes`);
    } finally {
      await directory.close();
    }
  });

  it('finds stored vendor keys that the present key cannot decrypt', async () => {
    await resolveKeys(configOf());
    const documents = await sqliteEngine(join(dataDir, 'platform.db'));
    const { encrypt } = fernetCipher(`${'k'.repeat(43)}=`, fakeClock());
    const at = '2026-01-01T00:00:00.000Z';
    const auths = await documentProviderAuths(documents);
    await auths.put({
      ...{ org_id: 'o1', provider: 'openai', created_at: at, updated_at: at },
      auth: sealed({ api_key: 'sk-hush' }, encrypt),
    });
    await documents.close();
    const found = words(await checkStores(configOf(), fakeClock()));
    assert.match(found, /^ok \| DOCUMENTS_URL: .*platform\.db takes writes$|^fault/m);
    assert.match(found, /^fault \| 1 of 1 stored vendor keys cannot be decrypted \| Set PROVIDER_AUTH_ENCRYPTION_KEY/m);
    assert.notInclude(found, 'sk-hush');
  });

  it('prints no secret, whatever is wrong', async () => {
    const secrets = ['hush-documents', 'hush-objects', 'hush-embeddings', 'hush-mail', ...Object.values(TEST_KEYS)];
    const { code, text } = await doctor({
      ...TEST_KEYS,
      DOCUMENTS_URL: 'mongodb://user:hush-documents@127.0.0.1:9/voice',
      OBJECTS_URL: 's3://access-key:hush-objects@127.0.0.1:9',
      ...{ EMBEDDINGS_URL: `http://127.0.0.1:${await freePort()}`, EMBEDDINGS_API_KEY: 'hush-embeddings' },
      MAIL_URL: 'smtp://user:hush-mail@127.0.0.1:9',
      VOICE_SERVER_BASE_URL: `http://127.0.0.1:${await freePort()}`,
    });
    assert.equal(code, 1);
    for (const secret of secrets) assert.notInclude(text, secret);
  });
});
