import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { openaiCompatibleLlm as ownLlm } from '../../../adapters/providers/openai-compatible/llm.ts';
import { openaiStt as listener } from '../../../adapters/providers/openai/stt.ts';
import { openaiCompatibleStt as ownListener } from '../../../adapters/providers/openai-compatible/stt.ts';
import { openaiTts as speaker } from '../../../adapters/providers/openai/tts.ts';
import { openaiCompatibleTts as ownSpeaker } from '../../../adapters/providers/openai-compatible/tts.ts';
import type { TranscriptionStand } from '../../contracts/speech-to-text.contract.ts';
import { hand, Listener, say, speechToTextContract } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks, textToSpeechContract } from '../../contracts/text-to-speech.contract.ts';
import { keeps } from '../../support/contract.ts';
import { formOf, openAiServer } from './openai-server.ts';
import { lettersIn, sound } from './letter-audio.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf, transcriptions, voices } from './vendor-stands.ts';

const KEY = 'sk-0123456789';
const openAi = (server: { url: string }, more: object = {}) => ({
  api_key: KEY,
  base_url: `${server.url}/v1`,
  ...more,
});
const own = (server: { url: string }, more: object = {}) => ({ base_url: `${server.url}/v1/`, model: 'mine', ...more });

const NO_LINE = {
  'loses an utterance when it breaks down, and understands the next one':
    'nothing is open while the caller speaks; see “loses an utterance that is refused twice”',
};

describe('speech to text: openai', () =>
  keeps(
    speechToTextContract,
    async () => {
      const server = await openAiServer();
      return transcriptions(listener, server, openAi(server, { model: 'gpt-transcribe' }));
    },
    NO_LINE,
  ));
describe('speech to text: openai_compatible', () =>
  keeps(
    speechToTextContract,
    async () => {
      const server = await openAiServer();
      return transcriptions(ownListener, server, own(server));
    },
    NO_LINE,
  ));
describe('text to speech: openai', () =>
  keeps(textToSpeechContract, async () => {
    const server = await openAiServer();
    return voices(speaker, server, openAi(server), true);
  }));
describe('text to speech: openai_compatible', () =>
  keeps(textToSpeechContract, async () => {
    const server = await openAiServer();
    return voices(ownSpeaker, server, own(server, { voice: 'af_heart' }), true);
  }));

describe('openai listening', () => {
  const open = async (more: object = {}, language = 'en-GB') => {
    const server = await openAiServer();
    const results = new Listener();
    const line = await listener.open(
      openAi(server, { model: 'gpt-transcribe', ...more }),
      { sampleRate: 16_000, language },
      results,
      anywhere(),
    );
    const stand = { sampleRate: 16_000, saying: async (text: string) => sound(text) } as TranscriptionStand;
    return { server, results, line, stand };
  };

  it('sends an utterance with what was said shortly before it as a WAV file', async () => {
    const { server, results, line, stand } = await open({ prompt: 'A bakery.' });
    hand(line, sound('a long time ago, in another bakery, far away from here'), 16_000);
    await say(stand, line, 'hello');
    await results.next();
    const [request] = server.received as [(typeof server.received)[0]];
    assert.deepEqual([request.method, request.url.pathname], ['POST', '/v1/audio/transcriptions']);
    assert.equal(request.headers.authorization, `Bearer ${KEY}`);
    const { fields, wav } = formOf(request);
    assert.deepEqual(fields, {
      model: 'gpt-transcribe',
      'languages[]': 'en',
      prompt: 'A bakery.',
      response_format: 'json',
    });
    assert.equal(wav.readUInt32LE(24), 16_000);
    assert.equal(lettersIn(Uint8Array.from(wav.subarray(44))), 'hello');
    assert.equal(wav.length - 44, (15 + 3 + 15) * 640);
    line.close();
  });

  it('leaves the language out when it is to be found out', async () => {
    const { server, results, line, stand } = await open({ language: 'multi' });
    await say(stand, line, 'hello');
    await results.next();
    assert.hasAllKeys(formOf(server.received[0]!).fields, ['model', 'response_format']);
    line.close();
  });

  it('names a single language to a model that takes no list of them', async () => {
    const { server, results, line, stand } = await open({ model: 'gpt-4o-mini-transcribe' }, 'hi');
    await say(stand, line, 'hello');
    assert.deepEqual(await results.next(), { text: 'hello' });
    const { fields } = formOf(server.received[0]!);
    assert.deepEqual(fields, { model: 'gpt-4o-mini-transcribe', language: 'hi', response_format: 'json' });
    line.close();
  });

  it('refuses settings that the model does not take', () => {
    assert.throws(() => listener.parseSettings({ model: 'gpt-transcribe', delay: 'low' }), 'delay');
    assert.throws(() => listener.parseSettings({ model: 'gpt-realtime-whisper', prompt: 'A bakery.' }), 'prompt');
    assert.doesNotThrow(() => listener.parseSettings({ model: 'gpt-realtime-whisper', delay: 'low', prompt: '' }));
    assert.doesNotThrow(() => listener.parseSettings({ delay: 'xhigh', prompt: 'A bakery.' }));
  });

  it('tries an utterance once more, and loses an utterance that is refused twice', async () => {
    const { server, results, line, stand } = await open();
    server.refusals.push(503);
    await say(stand, line, 'hello');
    assert.deepEqual(await results.next(), { text: 'hello' });
    server.refusals.push(503, 503);
    await say(stand, line, 'lost');
    const lost = await results.next();
    assert.isTrue('failure' in lost && lost.failure.retryable);
    await say(stand, line, 'found');
    assert.deepEqual(await results.next(), { text: 'found' });
    line.close();
  });

  it('does not try again what is refused permanently', async () => {
    const { server, results, line, stand } = await open();
    server.refusals.push(401);
    await say(stand, line, 'hello');
    const lost = await results.next();
    assert.isTrue(
      'failure' in lost &&
        !lost.failure.retryable &&
        lost.failure.message ===
          'openai answered 401: it refuses the key. Store a valid one under Credentials (POST /auth)',
    );
    assert.lengthOf(server.received, 1);
    line.close();
  });

  it('loses an utterance that is answered with garbage', async () => {
    for (const garbage of ['<html>', '[]', '{"text":7}']) {
      const server = await vendorServer({ http: (_, response) => void response.end(garbage) });
      const results = new Listener();
      const settings = openAi(server, { model: 'gpt-transcribe' });
      const line = await listener.open(settings, { sampleRate: 16_000, language: 'en' }, results, anywhere());
      line.startUtterance();
      line.endUtterance();
      assert.property(await results.next(), 'failure');
      line.close();
    }
  });
});

describe('openai speaking', () => {
  it('asks for raw audio', async () => {
    const server = await openAiServer();
    const settings = openAi(server, { voice: 'marin', speed: 1.5, instructions: 'Cheerful.' });
    const voice = await speaker.open(settings, { sampleRate: 16_000 }, anywhere());
    assert.equal(voice.sampleRate, 24_000);
    await synthesisedChunks(voice, 'Hello.');
    const [{ url, headers, body }] = server.received as [(typeof server.received)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/v1/audio/speech', `Bearer ${KEY}`]);
    assert.deepEqual(JSON.parse(body.toString()), {
      model: 'gpt-4o-mini-tts',
      voice: 'marin',
      input: 'Hello.',
      response_format: 'pcm',
      speed: 1.5,
      instructions: 'Cheerful.',
    });
    voice.close();
  });
});

describe('servers that are compatible with openai', () => {
  it('are asked without a key when there is none, and at the rate that was set', async () => {
    const server = await openAiServer();
    const settings = own(server, { voice: 'af_heart', sample_rate: 16_000 });
    const voice = await ownSpeaker.open(settings, { sampleRate: 8000 }, anywhere());
    assert.equal(voice.sampleRate, 16_000);
    await synthesisedChunks(voice, 'Hello.');
    assert.equal(server.received[0]?.url.pathname, '/v1/audio/speech');
    assert.notProperty(server.received[0]?.headers, 'authorization');
    voice.close();
  });

  it('need an address and a model', () => {
    for (const provider of [ownListener, ownLlm]) {
      assert.throws(() => provider.parseSettings({ model: 'mine' }), 'base_url is required');
      assert.throws(() => provider.parseSettings({ base_url: 'http://10.0.0.1/v1' }), 'model is required');
      assert.throws(() => provider.parseSettings({ base_url: 'http://u:p@host/v1', model: 'm' }), /credentials/);
      assert.doesNotThrow(() => provider.parseSettings({ base_url: 'http://10.0.0.1:8000/v1', model: 'm' }));
    }
  });

  it('are not reached at private addresses that the operator does not allow', async () => {
    const server = await openAiServer();
    const publicOnly = network({ allowPrivate: false });
    for (const address of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
      const voice = await ownSpeaker.open(
        own(server, { base_url: address, voice: 'v' }),
        { sampleRate: 8000 },
        publicOnly,
      );
      const failure = await failureOf(synthesisedChunks(voice, 'Hello.'));
      assert.match(failure.message, /is a private address/);
      assert.isFalse(failure.retryable);
    }
    assert.isEmpty(server.received);
  });
});
