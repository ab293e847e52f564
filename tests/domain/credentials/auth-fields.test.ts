import { assert } from 'chai';
import { authFields } from '../../../domain/credentials/auth-fields.ts';
import { DECLARATIONS } from '../providers/declared-providers.ts';

const of = (provider: string) => authFields(DECLARATIONS.filter((each) => each.provider === provider));

describe('authFields', () => {
  it('includes the secrets of all kinds', () => {
    assert.deepEqual(of('acme'), {
      provider: 'acme',
      name: 'acme stt',
      provider_type: 'cloud',
      kinds: ['stt', 'tts'],
      required: ['api_key', 'voice_key'],
      secrets: ['api_key', 'voice_key'],
      fields: {
        api_key: {
          type: 'string',
          secret: true,
          description: 'From the console.',
          docs_url: 'https://acme.example',
        },
        voice_key: { type: 'string', secret: true },
      },
      hosts: [],
    });
  });

  it('requires declared secrets and no settings', () => {
    assert.deepInclude(of('test_llm'), { secrets: ['api_key', 'extra'], required: [] });
    assert.deepInclude(of('bare'), { secrets: [], required: [], fields: {} });
  });

  it('has the name of the vendor, not of its first product', () => {
    const [stt, tts] = DECLARATIONS.filter(({ provider }) => provider === 'acme');
    assert.equal(authFields([stt!, { ...tts!, vendor: 'Acme' }])?.name, 'Acme');
  });

  it('is null without a declaration', () => {
    assert.isNull(of('nobody'));
  });
});
