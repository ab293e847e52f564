import { assert } from 'chai';
import { authFields } from '../../../domain/credentials/auth-fields.ts';
import { DECLARATIONS } from '../../support/declared-providers.ts';

const of = (provider: string) => authFields(DECLARATIONS.filter((each) => each.provider === provider));

describe('the secret fields of a provider', () => {
  it('are those of all its kinds together', () => {
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

  it('are required only where they are declared so, and settings never', () => {
    assert.deepInclude(of('brain'), { secrets: ['api_key', 'extra'], required: [] });
    assert.deepInclude(of('bare'), { secrets: [], required: [], fields: {} });
  });

  it('are called after the vendor, and not after the first of its products', () => {
    const [stt, tts] = DECLARATIONS.filter(({ provider }) => provider === 'acme');
    assert.equal(authFields([stt!, { ...tts!, vendor: 'Acme' }])?.name, 'Acme');
  });

  it('do not exist for nobody', () => {
    assert.isNull(of('nobody'));
  });
});
