import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { ConfigError, readConfig, type Env } from '../../bootstrap/config.ts';
import { resolveKeys } from '../../bootstrap/secrets.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const SIGNING = ['SECRET_KEY', 'INTERNAL_API_KEY', 'GATEWAY_API_KEY'];
const ENCRYPTION = 'PROVIDER_AUTH_ENCRYPTION_KEY';

const WEAK = [
  'a',
  'short-but-random-9fK2',
  'a'.repeat(64),
  'ab'.repeat(32),
  'deadbeef'.repeat(8),
  '0123456789abcdef0123456789abcdef',
  'abcdefghijklmnopqrstuvwxyz0123456789',
  '98765432109876543210987654321098765',
  'change-me-to-a-long-random-string-please',
  'CHANGEME_changeme_CHANGEME_changeme_1',
  'my-super-secret-jwt-signing-key-of-2024',
  'this-is-the-password-of-our-platform!',
  'replace_with_output_of_openssl_rand_base64_32',
  'a key that is only an example, not a real one',
];

const problemsOf = (env: Env): readonly string[] => {
  try {
    readConfig(env, ['api', 'runtime', 'gateway']);
    return [];
  } catch (error) {
    assert.instanceOf(error, ConfigError);
    return error.problems;
  }
};

describe('weak keys', () => {
  for (const variable of SIGNING)
    it(`stop the start for ${variable} and show a command that makes a good one`, () => {
      for (const key of WEAK) {
        const [problem = '', ...others] = problemsOf({ [variable]: key });
        assert.match(problem, new RegExp(`^${variable}: write .*at least 32 bytes.*openssl rand -base64 48$`), key);
        assert.notInclude(problem, key.length > 2 ? key : '\n');
        assert.isEmpty(others);
      }
    });

  it('stop the start for an encryption key that is malformed or a pattern', () => {
    const bytes = (count: number) => randomBytes(count).toString('base64url');
    const malformed = [
      'hunter2',
      bytes(31),
      bytes(33),
      `${bytes(32)}==`,
      `+${bytes(32).slice(1)}=`,
      randomBytes(32).toString('hex'),
    ];
    for (const key of [...malformed, `${'A'.repeat(43)}=`, `${'0123'.repeat(11).slice(1)}=`]) {
      const [problem = ''] = problemsOf({ [ENCRYPTION]: key });
      assert.match(problem, new RegExp(`^${ENCRYPTION}: write 32 random bytes.*openssl rand -base64 32`), key);
    }
  });

  it('are not made by the commands in the messages', () => {
    for (let turn = 0; turn < 200; turn += 1) {
      // As random as the real ones, and the same in every run.
      const bytes = createHash('sha384').update(`turn ${turn}`).digest();
      for (const key of [bytes.toString('base64'), bytes.toString('hex'), bytes.subarray(0, 16).toString('hex')])
        for (const variable of SIGNING) assert.isEmpty(problemsOf({ [variable]: key }), key);
      const urlSafe = bytes.subarray(0, 32).toString('base64').replaceAll('+', '-').replaceAll('/', '_');
      assert.isEmpty(problemsOf({ [ENCRYPTION]: urlSafe }), urlSafe);
    }
  });

  it('stop the start when they are in the file of generated keys', async () => {
    const dataDir = await temporaryDirectory();
    const file = join(dataDir, 'secrets.env');
    await writeFile(file, `SECRET_KEY=a\nINTERNAL_API_KEY=b\n${ENCRYPTION}=c\n`);
    const error = await resolveKeys(readConfig({ DATA_DIR: dataDir }, ['api'])).then(
      () => assert.fail('It was taken'),
      (refusal: unknown) => refusal,
    );
    assert.instanceOf(error, ConfigError);
    assert.deepEqual(
      error.problems.map((problem) => problem.split(':')[0]),
      [...SIGNING.slice(0, 2), ENCRYPTION].map((variable) => `${variable} in ${file}`),
    );
  });

  it('include every key in documents and examples', async () => {
    assert.deepEqual(
      givenIn("SECRET_KEY=a\nexport GATEWAY_API_KEY='b' INTERNAL_API_KEY: c OTHER_KEY=d SECRET_KEY=$(e)"),
      [
        ['SECRET_KEY', 'a'],
        ['GATEWAY_API_KEY', 'b'],
        ['INTERNAL_API_KEY', 'c'],
      ],
    );
    const root = new URL('../../', import.meta.url);
    const pages = (await readdir(new URL('docs/', root))).filter((name) => /\.(?:md|sh)$/.test(name));
    for (const file of [
      'README.md',
      'SECURITY.md',
      '.env.example',
      'compose.yaml',
      ...pages.map((name) => `docs/${name}`),
    ])
      for (const [variable, key] of givenIn(await readFile(new URL(file, root), 'utf8')))
        assert.isNotEmpty(problemsOf({ [variable]: key }), `${file}: ${variable}=${key}`);
  });
});

/** Every value that a text gives to a key; what a shell or compose.yaml fills in is none. */
const givenIn = (text: string): [string, string][] =>
  Array.from(
    text.matchAll(/\b(?<variable>\w+_KEY)[=:] ?['"]?(?<key>[^\s'"`$<|]+)/g),
    ({ groups }): [string, string] => [groups!['variable']!, groups!['key']!],
  ).filter(([variable]) => [...SIGNING, ENCRYPTION].includes(variable));
