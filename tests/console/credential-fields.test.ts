import { assert } from 'chai';
import { bodyOf, fieldsOf, shownSecrets } from '../../console/src/pages/credentials/fields.ts';
import { settingName } from '../../console/src/parts/setting-name.ts';

const VONAGE = {
  required: ['api_key', 'private_key'],
  secrets: ['api_key', 'private_key', 'signature_secret'],
  fields: {
    api_key: { type: 'string', secret: true, docs_url: 'https://vendor.example/keys' },
    private_key: { type: 'string', secret: true, multiline: true, description: 'In PEM.' },
    signature_secret: { type: 'string', secret: true },
  },
} as const;
const ONE_KEY = { required: ['api_key'], secrets: ['api_key'], fields: { api_key: { type: 'string' } } } as const;
const copy = <T>(entry: T) => structuredClone(entry) as Parameters<typeof fieldsOf>[0];

describe('the form of a provider’s credentials', () => {
  it('has the fields that the catalogue names, in its order and as it describes them', () => {
    const fields = fieldsOf(copy(VONAGE));
    assert.deepEqual(
      fields.map(({ label, isRequired, isLong }) => [label, isRequired, isLong]),
      [
        ['API key', true, false],
        ['Private key', true, true],
        ['Signature secret', false, false],
      ],
    );
    assert.deepEqual([fields[0]?.docsUrl, fields[1]?.hint], ['https://vendor.example/keys', 'In PEM.']);
    assert.strictEqual(settingName('api_base_url'), 'API base URL');
  });

  it('takes several values only of a secret that stands alone', () => {
    assert.deepEqual(
      fieldsOf(copy(ONE_KEY)).map(({ takesSeveral }) => takesSeveral),
      [true],
    );
    assert.notInclude(
      fieldsOf(copy(VONAGE)).map(({ takesSeveral }) => takesSeveral),
      true,
    );
  });

  it('stores a value as it is and several as a list', () => {
    const secrets = { api_key: ['first', ' second ', ''], token: [' only '], left_out: [''] };
    assert.deepEqual(bodyOf(secrets), { api_key: ['first', 'second'], token: 'only' });
  });

  it('shows the ends of what is stored, and nothing of what is short', () => {
    const auth = { api_key: ['sk-first-1111', 'sk-second-2222'], pin: '12345678' };
    assert.deepEqual(shownSecrets(auth), [
      ['API key', '••••1111, ••••2222'],
      ['Pin', '••••'],
    ]);
  });
});
