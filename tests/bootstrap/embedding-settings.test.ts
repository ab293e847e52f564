import { assert } from 'chai';
import { readConfig, type Env } from '../../bootstrap/config.ts';

describe('the settings of embeddings', () => {
  it('embeds on this machine, or at a server whichever way its address is written', () => {
    const embeddings = (env: Env) => readConfig(env, ['api']).knowledge.embeddings;
    assert.isNull(embeddings({ EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'k' }));
    for (const url of ['http://host:1', 'http://host:1/v1', 'http://host:1/v1/embeddings', 'http://host:1/v1/'])
      assert.deepEqual(embeddings({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'k' }), {
        url: 'http://host:1/v1',
        model: 'm',
        apiKey: 'k',
      });
    assert.deepInclude(embeddings({ EMBEDDINGS_URL: 'http://host/v1' }), { apiKey: null });
  });
});
