import { assert } from 'chai';
import { ConfigError, type Env, readConfig } from '../../bootstrap/config.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const gateway = (env: Env) => readConfig(env, ['gateway']).gateway;

describe('the settings of the gateway', () => {
  it('need no variable at all', () => {
    assert.deepEqual(gateway({}), {
      host: '127.0.0.1',
      port: 8100,
      url: null,
      apiKey: null,
      audioBytes: 26_214_400,
      timeoutMs: 120_000,
      upstreams: [],
    });
  });

  it('take every variable that is given', () => {
    const settings = gateway({
      GATEWAY_HOST: '0.0.0.0',
      GATEWAY_PORT: '8400',
      GATEWAY_URL: 'http://models.example.com/',
      GATEWAY_API_KEY: TEST_KEYS.GATEWAY_API_KEY,
      GATEWAY_MAX_AUDIO_BYTES: '1000',
      GATEWAY_TIMEOUT_SECONDS: '5',
      UPSTREAM_STT_URL: 'http://speaches.example.com:8000/v1/',
      UPSTREAM_TTS_URL: 'http://voices.example.com/openai/v1',
      UPSTREAM_TTS_API_KEY: 't',
      UPSTREAM_LLM_URL: 'http://one.example.com:11434, http://two.example.com:11434/v1',
      UPSTREAM_LLM_MODEL: 'qwen3:8b',
      UPSTREAM_EMBEDDINGS_URL: 'http://one.example.com/v1,http://two.example.com/v1',
      UPSTREAM_EMBEDDINGS_MODEL: 'bge-m3, nomic-embed-text',
    });
    assert.deepEqual(settings, {
      host: '0.0.0.0',
      port: 8400,
      url: 'http://models.example.com/v1',
      apiKey: TEST_KEYS.GATEWAY_API_KEY,
      audioBytes: 1000,
      timeoutMs: 5000,
      upstreams: [
        { slot: 'stt', url: 'http://speaches.example.com:8000/v1', model: null, apiKey: null },
        { slot: 'tts', url: 'http://voices.example.com/openai/v1', model: null, apiKey: 't' },
        { slot: 'llm', url: 'http://one.example.com:11434/v1', model: 'qwen3:8b', apiKey: null },
        { slot: 'llm', url: 'http://two.example.com:11434/v1', model: 'qwen3:8b', apiKey: null },
        { slot: 'embeddings', url: 'http://one.example.com/v1', model: 'bge-m3', apiKey: null },
        { slot: 'embeddings', url: 'http://two.example.com/v1', model: 'nomic-embed-text', apiKey: null },
      ],
    });
  });

  for (const [variable, refused] of Object.entries({
    GATEWAY_URL: ['gateway:8100', 'http://user:hush@host', 'http://host/v1?a=1'],
    GATEWAY_TIMEOUT_SECONDS: ['0', '1.5'],
    GATEWAY_MAX_AUDIO_BYTES: ['0', '25MB'],
    UPSTREAM_LLM_URL: ['ollama', 'http://a,', 'http://a,ftp://b', 'http://a b'],
    UPSTREAM_LLM_MODEL: ['a,b', 'a,'],
  }))
    it(`refuse an unusable ${variable}`, () => {
      for (const text of refused)
        assert.throws(() => gateway({ [variable]: text }), ConfigError, new RegExp(`\\n {2}${variable}: write`));
    });

  it('refuse more models than there are servers, and fewer unless it is one', () => {
    const models = (text: string) => () =>
      gateway({ UPSTREAM_STT_URL: 'http://a,http://b,http://c', UPSTREAM_STT_MODEL: text });
    for (const text of ['x,y', 'x,y,z,w'])
      assert.throws(models(text), /UPSTREAM_STT_MODEL: write one model, or one for/);
    for (const text of ['x', 'x,y,z']) assert.doesNotThrow(models(text));
  });

  it('keep keys out of their messages', () => {
    try {
      gateway({ GATEWAY_URL: 'http://user:hush@host' });
      assert.fail('It was taken');
    } catch (error) {
      assert.instanceOf(error, ConfigError);
      assert.notInclude(error.message, 'hush');
    }
  });
});
