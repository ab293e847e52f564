import { assert } from 'chai';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Env, readConfig, type ServiceName } from '../../bootstrap/config.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const everything = ['api', 'runtime'] as const;

describe('the keys of a process', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await temporaryDirectory();
  });

  const secretsOf = (env: Env = {}, services: readonly ServiceName[] = everything) =>
    resolveKeys(readConfig({ DATA_DIR: dataDir, ...env }, services));

  it('are generated at the first start of everything in one process, into a file only its owner may read', async () => {
    const keys = await secretsOf();
    assert.equal(keys.generatedInto, join(dataDir, 'secrets.env'));
    assert.isFalse(keys.secretKeyIsTemporary);
    assert.match(keys.secretKey, /^[\w-]{43}$/);
    assert.match(keys.internalApiKey ?? '', /^[\w-]{43}$/);
    assert.notEqual(keys.secretKey, keys.internalApiKey);
    assert.equal((await stat(join(dataDir, 'secrets.env'))).mode & 0o777, 0o600);
    assert.deepEqual(await readdir(dataDir), ['secrets.env']);
  });

  it('contain an encryption key in the format that Fernet asks for', async () => {
    const { providerAuthEncryptionKey } = await secretsOf();
    assert.match(providerAuthEncryptionKey ?? '', /^[A-Za-z0-9_-]{43}=$/);
    assert.lengthOf(Buffer.from(providerAuthEncryptionKey ?? '', 'base64url'), 32);
  });

  it('are the same at every later start, which writes nothing', async () => {
    const first = await secretsOf();
    const written = await readFile(join(dataDir, 'secrets.env'), 'utf8');
    assert.deepEqual(await secretsOf(), { ...first, generatedInto: null });
    assert.equal(await readFile(join(dataDir, 'secrets.env'), 'utf8'), written);
  });

  it('are the same for processes that start for the first time at once, of which one says so', async () => {
    const settled = await Promise.all(Array.from({ length: 12 }, () => secretsOf()));
    assert.lengthOf(new Set(settled.map((keys) => JSON.stringify({ ...keys, generatedInto: null }))), 1);
    assert.lengthOf(
      settled.filter((keys) => keys.generatedInto !== null),
      1,
    );
    assert.deepEqual(await readdir(dataDir), ['secrets.env']);
  });

  it('are made in a data directory that does not exist yet', async () => {
    const keys = await secretsOf({ DATA_DIR: join(dataDir, 'new', 'one') });
    assert.equal(keys.generatedInto, join(dataDir, 'new', 'one', 'secrets.env'));
  });

  it('are taken from the environment before the file', async () => {
    const generated = await secretsOf();
    const keys = await secretsOf({ SECRET_KEY: TEST_KEYS.SECRET_KEY });
    assert.equal(keys.secretKey, TEST_KEYS.SECRET_KEY);
    assert.equal(keys.internalApiKey, generated.internalApiKey);
  });

  it('need no file when the environment gives them all', async () => {
    const keys = await secretsOf(TEST_KEYS);
    assert.deepEqual(keys, {
      secretKey: TEST_KEYS.SECRET_KEY,
      internalApiKey: TEST_KEYS.INTERNAL_API_KEY,
      providerAuthEncryptionKey: TEST_KEYS.PROVIDER_AUTH_ENCRYPTION_KEY,
      secretKeyIsTemporary: false,
      generatedInto: null,
    });
    assert.deepEqual(await readdir(dataDir), []);
  });

  it('are found again by a service that later runs alone', async () => {
    const generated = await secretsOf();
    for (const service of everything)
      assert.deepEqual(await secretsOf({}, [service]), { ...generated, generatedInto: null });
  });

  it('are never invented by a service that runs alone, save a secret key that dies with it', async () => {
    const [one, other] = [await secretsOf({}, ['api']), await secretsOf({}, ['api'])];
    assert.isTrue(one.secretKeyIsTemporary);
    assert.match(one.secretKey, /^[\w-]{43}$/);
    assert.notEqual(one.secretKey, other.secretKey);
    assert.isNull(one.internalApiKey);
    assert.isNull(one.providerAuthEncryptionKey);
    assert.deepEqual(await readdir(dataDir), []);
  });

  it('are not generated for documents that other machines share', async () => {
    const config = readConfig({ DATA_DIR: dataDir }, everything);
    const keys = await resolveKeys({ ...config, stores: { ...config.stores, documentsUrl: 'mongodb://elsewhere' } });
    assert.isNull(keys.internalApiKey);
    assert.deepEqual(await readdir(dataDir), []);
  });

  it('are refused when the file has lost one, rather than replaced', async () => {
    await writeFile(join(dataDir, 'secrets.env'), `SECRET_KEY=${TEST_KEYS.SECRET_KEY}\nINTERNAL_API_KEY=\n`);
    const error = await secretsOf().then(
      () => null,
      (refusal: Error) => refusal,
    );
    assert.match(error?.message ?? '', /INTERNAL_API_KEY: .*secrets\.env\n.*PROVIDER_AUTH_ENCRYPTION_KEY/);
    assert.notInclude(error?.message, ' SECRET_KEY');
  });
});
