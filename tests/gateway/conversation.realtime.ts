import { assert } from 'chai';
import { readWavFile } from '../../adapters/lib/wav-file.ts';
import { SyntheticCaller } from '../../tools/demo/synthetic-caller.ts';
import { formOf } from '../adapters/providers/openai-server.ts';
import { isDelivered, joinPlatform, openPlatform } from '../support/platform.ts';
import { synthesised } from '../support/speech.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { callsOf, modelServer } from './model-server.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const OWN_MODELS = {
  stt_config: { provider: 'openai_compatible' },
  tts_config: { provider: 'openai_compatible', voice: 'af_heart' },
  llm_config: { provider: 'openai_compatible' },
};

const agentOn = (models: object): object => ({
  name: 'On models of our own',
  agent_category: 'websocket',
  config: {
    prompts: { greeting_message: 'Hello, who is there?', system_prompt: 'Be brief.' },
    language: { primary: 'en' },
    models,
  },
});

/** The question, as the server that transcribes heard it each time. */
const TRANSCRIPT = ['what are your opening hours', 'thank you'];

describe('an agent on the models behind the gateway', function () {
  async function openGatewayAgent(env: Record<string, string> = {}) {
    const models = await modelServer({
      models: ['whisper', 'kokoro', 'qwen3:8b'],
      otherwise({ url }, response) {
        if (!url.pathname.endsWith('/transcriptions')) return false;
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ text: TRANSCRIPT[received++] ?? '' }));
        return true;
      },
    });
    let received = 0;
    const platform = await openPlatform({
      services: ['api', 'runtime', 'gateway'],
      env: {
        GATEWAY_PORT: '0',
        GATEWAY_API_KEY: TEST_KEYS.GATEWAY_API_KEY,
        UPSTREAM_STT_URL: models.url,
        UPSTREAM_STT_MODEL: 'whisper',
        UPSTREAM_TTS_URL: models.url,
        UPSTREAM_TTS_MODEL: 'kokoro',
        UPSTREAM_LLM_URL: models.url,
        UPSTREAM_LLM_MODEL: 'qwen3:8b',
        UPSTREAM_LLM_API_KEY: 'key-of-the-server',
        ...env,
      },
    });
    return { models, platform };
  }

  it('runs a complete conversation without their addresses', async () => {
    const { models, platform } = await openGatewayAgent();
    const user = await joinPlatform(platform, agentOn(OWN_MODELS));
    const { callId, socket } = await user.register();
    const caller = await SyntheticCaller.join(socket);
    await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000);
    for (const words of TRANSCRIPT) {
      await caller.say(await synthesised('kal16', words));
      const startedAt = performance.now();
      await caller.waitFor(({ type }) => type === 'bot-stopped-speaking', 30_000, startedAt);
      assert.isAbove(caller.audioSince(startedAt).filter((sample) => Math.abs(sample) > 1_000).length, 1_000);
    }
    await caller.hangUp();
    await user.call(callId, isDelivered);
    const transcript = new TextDecoder().decode(await user.api.download(`/calls/${callId}/transcript`));
    assert.deepEqual(
      transcript
        .trimEnd()
        .split('\n')
        .slice(2)
        .map((line) => line.replace(/^\[.+?\] /, '')),
      [
        'assistant: Hello, who is there?',
        'user: what are your opening hours',
        'assistant: You said what are your opening hours.',
        'user: thank you',
        'assistant: You said thank you.',
      ],
    );
    const calls = callsOf(models);
    const to = (path: string) => calls.filter(({ url }) => url.pathname === path);
    const [recording] = to('/v1/audio/transcriptions');
    const { fields, wav } = formOf(recording!);
    assert.equal(fields['model'], 'whisper');
    assert.equal(readWavFile(wav)?.sampleRate, 16_000);
    assert.isUndefined(recording?.headers.authorization);
    const [thought] = to('/v1/chat/completions');
    assert.equal((JSON.parse(thought!.body.toString()) as { model: string }).model, 'qwen3:8b');
    assert.equal(thought?.headers.authorization, 'Bearer key-of-the-server');
    const [speech] = to('/v1/audio/speech');
    assert.deepInclude(JSON.parse(speech!.body.toString()), {
      model: 'kokoro',
      voice: 'af_heart',
      response_format: 'pcm',
    });
  });

  it('is created without an address while a gateway is configured', async () => {
    const { platform } = await openGatewayAgent();
    const user = await joinPlatform(platform, agentOn(OWN_MODELS));
    const { models } = (await user.api.ask<{ config: { models: object } }>('GET', `/agents/${user.agentId}`)).config;
    assert.deepInclude(models, { llm_config: { provider: 'openai_compatible' } });
    const without = await openPlatform({ services: ['api'] });
    atEndOfTest(() => without.close());
    const refused = await joinPlatform({ ...without, runtimeUrl: 'http://nowhere' }, agentOn(OWN_MODELS)).catch(
      (error: unknown) => error,
    );
    assert.match(String(refused), /answered 422: .*base_url/);
  });
});
