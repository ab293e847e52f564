import { assert } from 'chai';
import { authFields } from '../../../domain/credentials/auth-fields.ts';
import { isOpenText, parseCredentials, sealed, unsealed } from '../../../domain/credentials/provider-auth.ts';
import { DomainError } from '../../../domain/errors.ts';
import { secret } from '../../../domain/providers/fields.ts';
import { DECLARATIONS } from '../providers/declared-providers.ts';

const parse = (provider: string, input: Readonly<Record<string, unknown>>) =>
  parseCredentials(input, authFields(DECLARATIONS.filter((each) => each.provider === provider))!);

/** The error. It has no cause, because the parser's message would quote the secret. */
const refusal = (act: () => unknown): { problem: string; message: string } => {
  try {
    act();
  } catch (error) {
    assert.instanceOf(error, DomainError);
    assert.isUndefined(error.cause);
    return { problem: error.problem, message: error.message };
  }
  throw new Error('nothing was refused');
};

describe('parseCredentials', () => {
  it('accepts texts, and lists of texts for rotation', () => {
    const credentials = { api_key: ['sk-1', 'sk-2'], voice_key: ' with spaces ' };
    assert.deepEqual(parse('acme', credentials), credentials);
    assert.deepEqual(parse('test_llm', {}), {});
  });

  const refused: readonly [string, string, Readonly<Record<string, unknown>>, string][] = [
    [
      'a setting',
      'acme',
      { api_key: 'k', voice_key: 'k', region: 'eu' },
      'auth must include only secret fields of acme, not: region',
    ],
    [
      'several typos',
      'acme',
      { apikey: 'k', API_KEY: 'k' },
      'auth must include only secret fields of acme, not: apikey, API_KEY',
    ],
    [
      'names of Object.prototype',
      'test_llm',
      JSON.parse('{"__proto__":"k","constructor":"k"}'),
      'auth must include only secret fields of test_llm, not: __proto__, constructor',
    ],
    ['a missing field', 'acme', { api_key: 'k' }, 'auth must include the required fields of acme: voice_key'],
    ['nothing at all', 'courier', {}, 'auth must include the required fields of courier: auth_id, auth_token'],
    ['anything for a provider without secrets', 'bare', {}, 'bare takes no credentials'],
  ];
  for (const [what, provider, input, message] of refused)
    it(`rejects ${what}`, () => {
      assert.deepEqual(
        refusal(() => parse(provider, input)),
        { problem: 'invalid', message },
      );
    });

  it('rejects blank texts and other types', () => {
    for (const value of ['', '  ', null, 7, true, {}, [], [''], ['k', ' '], ['k', 7], [['k']]])
      assert.deepEqual(
        refusal(() => parse('test_llm', { api_key: value })),
        { problem: 'invalid', message: 'auth.api_key must be a non-empty string or a list of non-empty strings' },
        JSON.stringify(value),
      );
  });

  it('rejects control characters in single-line fields', () => {
    for (const value of ['sk-1\n', ['sk-1', 'sk\r2'], '\0sk-1', 'sk\u009f1'])
      assert.deepEqual(
        refusal(() => parse('test_llm', { api_key: value })),
        { problem: 'invalid', message: 'auth.api_key must not have line breaks or other control characters' },
        JSON.stringify(value),
      );
  });

  it('accepts line breaks in multiline fields', () => {
    const [model] = DECLARATIONS.filter(({ provider }) => provider === 'test_llm');
    const fields = authFields([{ ...model!, fields: { api_key: secret({ multiline: true }) } }])!;
    assert.deepEqual(parseCredentials({ api_key: '-----BEGIN\n' }, fields), { api_key: '-----BEGIN\n' });
  });

  it('rejects without repeating values of any length', () => {
    const keys = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}`.repeat(100), 'sk-secret']));
    const { message } = refusal(() => parse('acme', keys));
    assert.notInclude(message, 'sk-secret');
    assert.isBelow(message.length, 700);
  });
});

describe('stored credentials', () => {
  const mirrored = (text: string): string => [...text].toReversed().join('');

  it('have a canonical plaintext', () => {
    const texts: string[] = [];
    const stored = sealed({ b: ['2', '1'], a: 'x y', B: 'ü' }, (text) => (texts.push(text), 'token'));
    assert.equal(stored, 'enc:v1:token');
    assert.deepEqual(texts, ['{"B":"ü","a":"x y","b":["2","1"]}']);
  });

  it('round-trip through encryption', () => {
    const credentials = { api_key: ['sk-1', 'sk-2'], voice_key: 'enc:v1:odd' };
    assert.deepEqual(unsealed(sealed(credentials, mirrored), mirrored), credentials);
  });

  it('are read from formats of older versions', () => {
    const never = (): null => assert.fail('nothing is encrypted here');
    assert.deepEqual(unsealed({ api_key: 'k' }, never), { api_key: 'k' });
    assert.deepEqual(unsealed('{"api_key":"k"}', never), { api_key: 'k' });
  });

  it('are reported as plaintext only when stored as text', () => {
    assert.isTrue(isOpenText('{"api_key":"k"}'));
    for (const stored of ['enc:v1:x', { api_key: 'k' }, null]) assert.isFalse(isOpenText(stored));
  });

  it('throw an error that reveals nothing for any other format', () => {
    const unreadable = [null, undefined, 7, true, [], ['k'], '', 'sk-secret', '"sk-secret"', '[]', 'null', 'enc:v2:x'];
    for (const stored of unreadable)
      assert.deepEqual(
        refusal(() => unsealed(stored, mirrored)),
        { problem: 'failed', message: 'Failed to decrypt ProviderAuth credentials' },
        JSON.stringify(stored),
      );
    for (const text of [null, '', 'sk-secret', '[]', 'null', '"k"']) {
      const { problem, message } = refusal(() => unsealed('enc:v1:token', () => text));
      assert.deepEqual([problem, message], ['failed', 'Failed to decrypt ProviderAuth credentials']);
    }
  });
});
