import { assert } from 'chai';
import { inworldTts } from '../../../adapters/providers/inworld/tts.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { roomyVoiceContract, timedVoiceContract, unbrokenVoiceContract } from '../../contracts/word-timing.contract.ts';
import { keeps } from '../../support/contract.ts';
import { wavHeader } from '../../../domain/audio/wav.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { inworldServer } from './inworld-server.ts';
import { speaks } from './promises.ts';
import { KEY, speaking } from './stands.ts';

const vendor = async (more = {}) => speaking(inworldTts, await inworldServer(), more);

describe('text to speech: inworld', () => {
  speaks(vendor);
  keeps(timedVoiceContract, vendor);
  keeps(unbrokenVoiceContract, vendor);
  keeps(roomyVoiceContract, vendor);
});

describe('inworld speaking', () => {
  it('gives each text a context that closes behind it, with the key in a header', async () => {
    const stand = await vendor({ language: 'hi', delivery_mode: 'STABLE', speaking_rate: 1.1 });
    const voice = await stand.open(8_000);
    await synthesisedChunks(voice, ' Namaste. ');
    const [{ url, headers, texts }] = stand.server.connections as [(typeof stand.server.connections)[0]];
    assert.equal(url.pathname, '/tts/v1/voice:streamBidirectional');
    assert.equal(headers.authorization, `Basic ${KEY}`);
    const create = {
      voiceId: 'Ashley',
      modelId: 'inworld-tts-2',
      language: 'hi-IN',
      audioConfig: { audioEncoding: 'MULAW', sampleRateHertz: 8_000, speakingRate: 1.1 },
      timestampType: 'WORD',
      timestampTransportStrategy: 'SYNC',
      deliveryMode: 'STABLE',
    };
    const contextId = 'utterance-1';
    assert.deepEqual(
      texts.map((text) => JSON.parse(text) as unknown),
      [
        { create, contextId },
        { send_text: { text: 'Namaste.' }, contextId },
        { flush_context: {}, contextId },
        { close_context: {}, contextId },
      ],
    );
    voice.close();
  });

  it('does not speak the headers of files', async () => {
    const header = wavHeader({ sampleRate: 16_000, channels: 1, dataBytes: 3_200 });
    const { open, samplesIn } = speaking(inworldTts, await inworldServer(header));
    const voice = await open();
    const pieces = await synthesisedChunks(voice, 'Hello.');
    assert.equal(
      pieces.reduce((sum, { length }) => sum + length, 0),
      samplesIn('Hello.', 16_000),
    );
    voice.close();
  });

  for (const [code, retryable] of [
    [16, false],
    [3, false],
    [12, false],
    [8, true],
    [14, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} after status ${code}`, async () => {
      const stand = await vendor();
      stand.server.manner.slowMs = 50;
      const voice = await stand.open();
      const failing = failureOf(synthesisedChunks(voice, 'Hello.'));
      for (const socket of stand.server.sockets)
        socket.send(JSON.stringify({ result: { contextId: 'utterance-1', status: { code, message: KEY } } }));
      const { message, ...failure } = await failing;
      assert.deepEqual([message, failure.retryable], ['inworld reported a fault', retryable]);
      voice.close();
    });
});
