import { assert } from 'chai';
import { deepgramTts } from '../../../adapters/providers/deepgram/tts.ts';
import { piece } from '../../contracts/reply.contract.ts';
import { never, synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { fluxSpeakingServer } from './flux-tts-server.ts';
import { speaks } from './promises.ts';
import { KEY, queryOf, speaking } from './stands.ts';

const vendor = async (more = {}) => speaking(deepgramTts, await fluxSpeakingServer(), { model: 'flux', ...more });

describe('text to speech: deepgram flux', () => {
  speaks(vendor);
});

describe('deepgram flux speaking', () => {
  it('asks for raw audio of a voice, µ-law on the telephone, with the key in a header', async () => {
    const stand = await vendor({ voice: 'haley', speed: 1.1 });
    const voice = await stand.open(8_000);
    await synthesisedChunks(voice, ' Good day. ');
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.deepEqual([url.pathname, headers.authorization], ['/v2/speak', `Token ${KEY}`]);
    assert.deepEqual(queryOf(url), { model: 'flux-haley-en', encoding: 'mulaw', sample_rate: '8000', speed: '1.1' });
    assert.deepEqual(texts, ['{"type":"Speak","text":"Good day."}', '{"type":"Flush"}']);
    voice.close();
  });

  it('speaks a reply over one connection, the next text sent while the last is still spoken', async () => {
    const { open, server } = await vendor();
    const voice = await open();
    const speech = {};
    await piece(voice, 'I will look it up for you.', { speech, next: 'One moment.' });
    assert.include(server.connections[0]!.texts.join(), 'One moment.');
    await synthesisedChunks(voice, 'One moment.', never(), { speech });
    assert.lengthOf(server.connections, 1);
    voice.close();
  });

  it('speaks English with its own voices, at speeds in steps', () => {
    assert.doesNotThrow(() => deepgramTts.parseSettings({ model: 'flux', language: 'en-GB', speed: 1.15 }));
    assert.throws(
      () => deepgramTts.parseSettings({ model: 'flux', language: 'es' }),
      'language must be one that flux speaks',
    );
    assert.throws(
      () => deepgramTts.parseSettings({ model: 'flux', voice: 'thalia' }),
      /^voice must be one of: alexis, /,
    );
    assert.throws(
      () => deepgramTts.parseSettings({ model: 'flux', speed: 1.12 }),
      'speed must be a multiple of 0.05 with flux',
    );
    assert.doesNotThrow(() => deepgramTts.parseSettings({ model: 'aura-2', speed: 1.12 }));
  });

  for (const [code, retryable] of [
    ['NET-0000', true],
    ['DATA-0000', false],
    ['MESSAGE-0000', false],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after ${code}`, async () => {
      const stand = await vendor();
      stand.server.manner.slowMs = 50;
      const voice = await stand.open();
      const failing = failureOf(synthesisedChunks(voice, 'Hello.'));
      for (const socket of stand.server.sockets) socket.send(JSON.stringify({ type: 'Error', code, description: KEY }));
      assert.equal((await failing).retryable, retryable);
      voice.close();
    });
});
