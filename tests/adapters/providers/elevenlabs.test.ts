import { assert } from 'chai';
import { elevenlabsTts } from '../../../adapters/providers/elevenlabs/tts.ts';
import { synthesisedChunks, textToSpeechContract } from '../../contracts/text-to-speech.contract.ts';
import { keeps } from '../../support/contract.ts';
import { elevenLabsServer } from './elevenlabs-server.ts';
import { vendorServer } from './vendor-server.ts';
import { anywhere, failureOf, voices } from './vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const KEY = 'xi-0123456789';
const settingsFor = (server: { url: string }, more: object = {}) => ({ api_key: KEY, base_url: server.url, ...more });

describe('text to speech: elevenlabs', () =>
  keeps(textToSpeechContract, async () => {
    const server = await elevenLabsServer();
    return voices(elevenlabsTts, server, settingsFor(server), false);
  }));

describe('elevenlabs speaking', () => {
  const open = async (more: object = {}, sampleRate = 16_000) => {
    const server = await elevenLabsServer();
    return { server, voice: await elevenlabsTts.open(settingsFor(server, more), { sampleRate }, anywhere()) };
  };

  it('connects once, before the first text, with the key in a header', async () => {
    const { server, voice } = await open({ voice: 'my voice', language: 'en-GB' }, 48_000);
    assert.equal(voice.sampleRate, 24_000);
    const [{ url, headers }] = server.received as [(typeof server.received)[0]];
    assert.equal(url.pathname, '/v1/text-to-speech/my%20voice/multi-stream-input');
    assert.equal(headers['xi-api-key'], KEY);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      model_id: 'eleven_flash_v2_5',
      output_format: 'pcm_24000',
      auto_mode: 'true',
      inactivity_timeout: '180',
      sync_alignment: 'true',
      apply_text_normalization: 'auto',
      language_code: 'en',
    });
    await synthesisedChunks(voice, 'One.');
    await synthesisedChunks(voice, 'Two.');
    assert.lengthOf(server.received, 1);
    voice.close();
  });

  it('tells no language to a model that cannot be told', async () => {
    const { server, voice } = await open({ model: 'eleven_multilingual_v2', language: 'de' });
    assert.isNull(server.received[0]?.url.searchParams.get('language_code'));
    voice.close();
  });

  it('gives each text a context of its own, and leaves to the voice what was not set', async () => {
    const { server, voice } = await open({ stability: 0.4 });
    await synthesisedChunks(voice, ' Hello. ');
    await synthesisedChunks(voice, 'Again.');
    const settings = { speed: 1, stability: 0.4 };
    assert.deepEqual(server.messages, [
      { text: ' ', voice_settings: settings, context_id: 'utterance-1' },
      { text: 'Hello. ', flush: true, context_id: 'utterance-1' },
      { close_context: true, context_id: 'utterance-1' },
      { text: ' ', voice_settings: settings, context_id: 'utterance-2' },
      { text: 'Again. ', flush: true, context_id: 'utterance-2' },
      { close_context: true, context_id: 'utterance-2' },
    ] as never);
    voice.close();
  });

  it('does not hear what still comes of an interrupted text', async () => {
    const { server, voice } = await open();
    const stop = new AbortController();
    for await (const piece of voice.synthesise('This is a long text that will be interrupted.', stop.signal)) {
      assert.isAbove(piece.length, 0);
      stop.abort();
    }
    const pieces = await synthesisedChunks(voice, 'Yes.');
    assert.equal(
      pieces.reduce((sum, { length }) => sum + length, 0),
      2 * 1600,
    );
    assert.lengthOf(server.received, 1);
    voice.close();
  });

  it('connects again after the vendor hung up in silence', async () => {
    const { server, voice } = await open();
    server.cut();
    await server.requests(2);
    assert.isNotEmpty(await synthesisedChunks(voice, 'Still here.'));
    assert.lengthOf(server.received, 2);
    voice.close();
  });

  it('hangs up at once when it is closed', async () => {
    const { server, voice } = await open();
    voice.close();
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  for (const [message, retryable] of [
    [{ error: 'quota_exceeded', message: `key ${KEY}`, code: 1008 }, false],
    [{ error: 'internal_server_error', contextId: 'utterance-1' }, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after ${message.error}, and repeats no key`, async () => {
      const server = await vendorServer({
        socket: (socket) => socket.on('message', () => socket.send(JSON.stringify(message))),
      });
      const voice = await elevenlabsTts.open(settingsFor(server), { sampleRate: 16_000 }, anywhere());
      const failure = await failureOf(synthesisedChunks(voice, 'Hello.'));
      assert.equal(failure.retryable, retryable);
      assert.notInclude(failure.message, KEY);
      voice.close();
    });

  it('ignores garbage and audio of unknown contexts', async () => {
    const server = await vendorServer({
      socket: (socket) =>
        socket.on('message', (raw: Buffer) => {
          if (!raw.toString().includes('flush')) return;
          for (const text of ['{', 'null', '7', '{"audio":5}', '{"audio":"AAAA","contextId":"other"}'])
            socket.send(text);
          socket.send('{"audio":"AQABAA==","contextId":"utterance-1"}');
          socket.send('{"isFinal":true,"contextId":"utterance-1"}');
        }),
    });
    const voice = await elevenlabsTts.open(settingsFor(server), { sampleRate: 16_000 }, anywhere());
    assert.deepEqual(await synthesisedChunks(voice, 'Hello.'), [Int16Array.of(1, 1)]);
    voice.close();
  });

  for (const [status, retryable] of [
    [401, false],
    [503, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when it is answered ${status}`, async () => {
      const server = await elevenLabsServer();
      server.refusals.push(status);
      const failure = await failureOf(elevenlabsTts.open(settingsFor(server), { sampleRate: 16_000 }, anywhere()));
      assert.equal(failure.retryable, retryable);
      assert.match(failure.message, new RegExp(`^elevenlabs answered ${status}(: |$)`));
    });
});
