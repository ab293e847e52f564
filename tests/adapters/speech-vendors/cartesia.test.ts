import { assert } from 'chai';
import { cartesiaTtsProtocol } from '../../../adapters/providers/cartesia/tts-protocol.ts';
import { SocketSynthesiser } from '../../../adapters/providers/_speech/socket-synthesiser.ts';
import { wireCodec } from '../../../adapters/providers/_speech/wire-codec.ts';
import type { SpeechSynthesiser } from '../../../application/ports/text-to-speech.ts';
import { cartesiaStt as listener } from '../../../adapters/providers/cartesia/stt.ts';
import { cartesiaTts as speaker } from '../../../adapters/providers/cartesia/tts.ts';
import { Listener } from '../../contracts/speech-to-text.contract.ts';
import { synthesisedChunks } from '../../contracts/text-to-speech.contract.ts';
import { timedVoiceContract, unbrokenVoiceContract } from '../../contracts/word-timing.contract.ts';
import { keeps } from '../../support/contract.ts';
import { anywhere, failureOf } from '../providers/vendor-stands.ts';
import { ink, INK_FAULTS, sonic } from './cartesia-server.ts';
import { listens, speaks } from './promises.ts';
import { sttVendor, KEY, queryOf, speaking } from './stands.ts';

const hearer = async (more = {}) => sttVendor(listener, await ink(), more, INK_FAULTS);
const speakerOf = async (more = {}) => speaking(speaker, await sonic(), more);

describe('speech to text: cartesia', () => {
  listens(hearer);
});

describe('text to speech: cartesia', () => {
  speaks(speakerOf);
  keeps(timedVoiceContract, speakerOf);
  keeps(unbrokenVoiceContract, speakerOf);
});

describe('cartesia listening', () => {
  it('asks for µ-law on the telephone, with the key and the version in headers', async () => {
    const vendor = await hearer({ model: 'ink-whisper' });
    const line = await vendor.open(new Listener(), { sampleRate: 8_000, language: 'hi' });
    const [{ url, headers }] = vendor.server.connections as [(typeof vendor.server.connections)[0]];
    assert.equal(url.pathname, '/stt/websocket');
    assert.deepEqual(queryOf(url), {
      model: 'ink-whisper',
      language: 'hi',
      encoding: 'pcm_mulaw',
      sample_rate: '8000',
    });
    assert.deepEqual([headers['x-api-key'], headers['cartesia-version']], [KEY, '2026-03-01']);
    line.close();
  });

  it('does not take Hindi with a model that hears English', async () => {
    const { open } = await hearer();
    const failure = await failureOf(open(new Listener(), { sampleRate: 16_000, language: 'hi' }));
    assert.deepEqual([failure.message, failure.retryable], ['cartesia does not take hi', false]);
  });

  for (const [status, retryable] of [
    [401, false],
    [503, true],
  ] as const)
    it(`${retryable ? 'loses the utterance twice' : 'fails permanently'} when the vendor reports ${status} over the line`, async () => {
      const vendor = await hearer();
      const sttListener = new Listener();
      const line = await vendor.open(sttListener);
      line.startUtterance();
      for (const socket of vendor.server.sockets)
        socket.send(JSON.stringify({ type: 'error', title: KEY, message: KEY, status_code: status }));
      vendor.server.refusals.push(503);
      const outcome = await sttListener.next();
      assert.isTrue('failure' in outcome && outcome.failure.retryable === retryable);
      assert.match(
        String('failure' in outcome && outcome.failure.message),
        new RegExp(`^cartesia answered ${status}: `),
      );
      line.close();
    });
});

describe('cartesia speaking', () => {
  it('asks for a whole text at once, and leaves to the model what was not set', async () => {
    const vendor = await speakerOf({ voice: 'v', language: 'de-AT', speed: 1.2, emotion: 'content' });
    const voice = await vendor.open(48_000);
    await synthesisedChunks(voice, ' Guten Tag. ');
    const [{ url, headers, texts }] = vendor.server.connections as [(typeof vendor.server.connections)[0]];
    assert.equal(url.pathname, '/tts/websocket');
    assert.equal(headers['x-api-key'], KEY);
    assert.deepEqual(JSON.parse(texts[0]!), {
      context_id: 'utterance-1',
      transcript: 'Guten Tag.',
      model_id: 'sonic-3.5',
      voice: { mode: 'id', id: 'v' },
      language: 'de',
      generation_config: { speed: 1.2, emotion: 'content' },
      output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: 48_000 },
      max_buffer_delay_ms: 0,
      add_timestamps: true,
      use_normalized_timestamps: false,
      continue: false,
    });
    voice.close();
  });

  it('adds each text of a speech to one context in one message, until the next speech or its time is over', async () => {
    const { server } = await speakerOf();
    const request = { vendor: 'cartesia', url: new URL(server.url), headers: {}, network: anywhere() };
    const dialect = cartesiaTtsProtocol(request, { sampleRate: 8_000, wire: wireCodec(8_000), options: {} });
    const say = async (voice: SpeechSynthesiser, text: string, speech: object): Promise<void> => {
      for await (const { length } of voice.synthesise(text, new AbortController().signal, { speech }))
        assert.isAbove(length, 0);
    };
    const lasting = (lastMs: number) => ({ ...dialect, speeches: { ...dialect.contexts!, lastMs } });
    const voice = await SocketSynthesiser.open(lasting(60_000));
    const speech = {};
    for (const text of ['One.', 'Two.']) await say(voice, text, speech);
    await say(voice, 'Three.', {});
    voice.close();
    const sent = server.connections[0]!.texts.map((text) => JSON.parse(text) as Record<string, unknown>);
    assert.deepEqual(
      sent.map(({ context_id, transcript, continue: goesOn, flush }) => [context_id, transcript, goesOn, flush]),
      [
        ['utterance-1', 'One. ', true, undefined],
        ['utterance-1', 'Two. ', true, undefined],
        ['utterance-2', 'Three. ', true, undefined],
      ],
    );
    const forgetful = await SocketSynthesiser.open(lasting(0));
    for (const text of ['One.', 'Two.']) await say(forgetful, text, speech);
    forgetful.close();
    assert.lengthOf(server.connections[1]!.texts, 2);
  });

  it('takes an interrupted text back', async () => {
    const vendor = await speakerOf();
    const voice = await vendor.open(8_000);
    const stop = new AbortController();
    for await (const piece of voice.synthesise('Interrupt me now, please, I am long.', stop.signal))
      if (piece.length > 0) stop.abort();
    await synthesisedChunks(voice, 'Yes.');
    const [first, cancelled] = vendor.server.connections[0]!.texts;
    assert.include(first, '"encoding":"pcm_mulaw","sample_rate":8000');
    assert.deepEqual(JSON.parse(cancelled!), { context_id: 'utterance-1', cancel: true });
    assert.lengthOf(vendor.server.connections, 1);
    voice.close();
  });

  for (const [status, retryable] of [
    [402, false],
    [500, true],
  ] as const)
    it(`${retryable ? 'may be tried again' : 'fails permanently'} when the vendor reports ${status} over the line`, async () => {
      const vendor = await speakerOf();
      vendor.server.manner.slowMs = 50;
      const voice = await vendor.open();
      const failing = failureOf(synthesisedChunks(voice, 'Hello.'));
      for (const socket of vendor.server.sockets)
        socket.send(JSON.stringify({ type: 'error', message: KEY, status_code: status }));
      const { message, ...failure } = await failing;
      assert.equal(failure.retryable, retryable);
      assert.match(message, new RegExp(`^cartesia answered ${status}(: |$)`));
      voice.close();
    });
});
