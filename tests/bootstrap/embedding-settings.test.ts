import { assert } from 'chai';
import { ConfigError, readConfig, type Env } from '../../bootstrap/config.ts';

describe('the settings of embeddings, reranking and text recognition', () => {
  it('embeds on this machine, or at a server whichever way its address is written', () => {
    const embeddings = (env: Env) => readConfig(env, ['api']).knowledge.embeddings;
    assert.isNull(embeddings({ EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'k' }));
    for (const url of ['http://host:1', 'http://host:1/v1', 'http://host:1/v1/embeddings', 'http://host:1/v1/'])
      assert.deepEqual(embeddings({ EMBEDDINGS_URL: url, EMBEDDINGS_MODEL: 'm', EMBEDDINGS_API_KEY: 'k' }), {
        protocol: 'openai',
        url: 'http://host:1/v1',
        model: 'm',
        apiKey: 'k',
      });
    assert.deepInclude(embeddings({ EMBEDDINGS_URL: 'http://host/v1' }), { apiKey: null });
    const cohere = { EMBEDDINGS_URL: 'http://host/v2/embed', EMBEDDINGS_PROTOCOL: 'cohere' };
    assert.deepInclude(embeddings(cohere), { protocol: 'cohere', url: 'http://host/v2' });
  });

  it('are refused where they are unusable', () => {
    for (const env of [
      { EMBEDDINGS_PROTOCOL: 'OpenAI' },
      { RERANKING_URL: 'models:8080' },
      { RERANKING_URL: 'http://user:hush@host' },
      { RERANKING_URL: 'http://host/v2?a=1' },
    ])
      assert.throws(() => readConfig(env, ['api']), ConfigError, Object.keys(env)[0]);
  });

  it('rerank at a server whichever way its address is written, or not at all', () => {
    const reranking = (env: Env) => readConfig(env, ['api']).knowledge.reranking;
    assert.isNull(reranking({ RERANKING_MODEL: 'm', RERANKING_API_KEY: 'k' }));
    for (const url of ['http://host:1/v2', 'http://host:1/v2/rerank', 'http://host:1/v2/'])
      assert.deepEqual(reranking({ RERANKING_URL: url, RERANKING_MODEL: 'm', RERANKING_API_KEY: 'k' }), {
        url: 'http://host:1/v2',
        model: 'm',
        apiKey: 'k',
      });
    assert.deepInclude(reranking({ RERANKING_URL: 'http://host' }), { url: 'http://host/v1', apiKey: null });
  });

  it('recognise the text of scans by a program that is split at spaces, or not at all', () => {
    const recognition = (env: Env) => readConfig(env, ['api']).knowledge.recognition;
    assert.isNull(recognition({ OCR_SECONDS: '5' }));
    assert.deepEqual(recognition({ OCR_COMMAND: '  ocr  -l deu+eng - $(id)' }), {
      command: ['ocr', '-l', 'deu+eng', '-', '$(id)'],
      ms: 120_000,
      memoryBytes: 2 ** 30,
    });
    assert.deepInclude(recognition({ OCR_COMMAND: 'ocr', OCR_SECONDS: '5', OCR_MEMORY_MB: '64' }), {
      ms: 5_000,
      memoryBytes: 2 ** 26,
    });
  });
});
