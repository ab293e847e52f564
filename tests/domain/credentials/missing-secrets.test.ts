import { assert } from 'chai';
import { shortReason } from '../../../adapters/media/sockets.ts';
import { keysNotStored, missingSecrets } from '../../../domain/credentials/missing-secrets.ts';
import type { Declaration } from '../../../domain/providers/declaration.ts';
import { secret, text } from '../../../domain/providers/fields.ts';

const declaration: Declaration = {
  ...{ kind: 'llm', provider: 'acme', name: 'Acme', provider_type: 'cloud', description: '' },
  required: ['id', 'key', 'model'],
  fields: { id: secret(), key: secret(), spare: secret(), model: text() },
};

describe('missing secrets', () => {
  it('are those that a provider requires', () => {
    assert.deepEqual(missingSecrets(declaration, { id: 'i' }), ['key']);
    assert.deepEqual(missingSecrets(declaration, { id: 'i', key: ['a', 'b'] }), []);
  });

  it('are named with every provider, and once for those that lack the same', () => {
    assert.equal(
      keysNotStored([{ kind: 'tts', provider: 'acme', secrets: ['api_key'] }]),
      'tts acme: no api_key is stored. Store a valid one under Credentials (POST /auth)',
    );
    assert.equal(
      keysNotStored([
        { kind: 'stt', provider: 'deepgram', secrets: ['api_key'] },
        { kind: 'tts', provider: 'polly', secrets: ['id', 'key'] },
        { kind: 'llm', provider: 'openai', secrets: ['api_key'] },
      ]),
      'stt deepgram, llm openai: no api_key is stored; tts polly: no id and no key are stored. ' +
        'Store them in Credentials (POST /auth)',
    );
  });

  it('fit into the reason of a close frame for three vendors', () => {
    const all = [
      { kind: 'stt', provider: 'deepgram', secrets: ['api_key'] },
      { kind: 'tts', provider: 'elevenlabs', secrets: ['api_key'] },
      { kind: 'llm', provider: 'openai', secrets: ['api_key'] },
    ] as const;
    const reason = `The call failed: ${keysNotStored(all)}`;
    assert.equal(shortReason(reason), reason);
  });
});
