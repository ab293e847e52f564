import {
  RealtimeClient,
  type AddTranscript,
  type RealtimeServerMessage,
  type RecognitionMetadata,
  type RealtimeTranscriptionConfig,
} from '@speechmatics/real-time-client';
import { assert } from 'chai';
import { speechmaticsStt } from '../../adapters/providers/speechmatics/stt.ts';
import { sound } from '../adapters/providers/letter-audio.ts';
import { anywhere } from '../adapters/providers/vendor-stands.ts';
import { NO_LANGUAGE, speechmaticsServer } from '../adapters/speech-vendors/speechmatics-server.ts';
import { bytesOf } from '../../adapters/providers/_speech/pcm.ts';
import { Listener } from '../contracts/speech-to-text.contract.ts';
import { haveFields } from './support/shapes.ts';

const KEY = 'sm-0123456789';

/** What the SDK's types make of the settings that our adapter is given below. */
const CONFIG: RealtimeTranscriptionConfig = {
  audio_format: { type: 'raw', encoding: 'pcm_s16le', sample_rate: 16_000 },
  transcription_config: {
    language: 'en',
    output_locale: 'en-GB',
    model: 'enhanced',
    enable_partials: true,
    max_delay: 0.8,
    domain: 'medical',
    additional_vocab: [{ content: 'Aoife' }],
  },
};

/** The SDK's client of a scripted server, and every message that it was sent. */
async function client() {
  const server = await speechmaticsServer();
  const it = new RealtimeClient({ url: `${server.url.replace('http', 'ws')}/v2`, connectionTimeout: 1_000 });
  const reported: RealtimeServerMessage[] = [];
  it.addEventListener('receiveMessage', ({ data }) => void reported.push(data));
  const next = (wanted: RealtimeServerMessage['message']): Promise<void> =>
    new Promise((resolve) =>
      it.addEventListener('receiveMessage', ({ data }) => void (data.message === wanted && resolve())),
    );
  return { server, it, reported, next, say: (text: string) => it.sendAudio(bytesOf(sound(text))) };
}

const wordsIn = (reported: readonly RealtimeServerMessage[]): string =>
  reported.map((message) => (message.message === 'AddTranscript' ? message.metadata.transcript : '')).join('');

describe('speechmatics SDK against the scripted server', () => {
  it('starts, receives interim transcripts, forces the end of an utterance, and ends the stream', async () => {
    const { it, reported, next, say } = await client();
    const started = await it.start(KEY, CONFIG);
    assert.equal(started.message, 'RecognitionStarted');
    const partial = next('AddPartialTranscript');
    say('a table for two');
    await partial;
    const end = next('EndOfUtterance');
    it.forceEndOfUtterance();
    await end;
    assert.equal(wordsIn(reported), 'a table for two');
    say(' please');
    await it.stopRecognition();
    assert.equal(wordsIn(reported), 'a table for two please');
    assert.deepInclude(reported, { message: 'AudioAdded', seq_no: 2 });
    haveFields<AddTranscript>(
      reported.filter((message) => message.message === 'AddTranscript'),
      { message: true, metadata: true, results: true },
    );
    haveFields<RecognitionMetadata>(
      reported.flatMap((message) => (message.message === 'AddPartialTranscript' ? [message.metadata] : [])),
      { start_time: true, end_time: true, transcript: true },
    );
  });

  it('is refused for the reason that the server tells', async () => {
    const { it } = await client();
    const refused = it.start(KEY, { ...CONFIG, transcription_config: { language: NO_LANGUAGE } });
    const reason = await refused.catch((error: Error) => error.message);
    assert.equal(reason, 'invalid_language');
  });

  const silence = { conversation_config: { end_of_utterance_silence_trigger: 0.3 } };
  for (const [turns, config, options] of [
    ['', CONFIG, {}],
    [
      ' where the vendor ends turns',
      { ...CONFIG, transcription_config: { ...CONFIG.transcription_config, ...silence } },
      { turns: 'vendor' },
    ],
  ] as const satisfies readonly (readonly [string, RealtimeTranscriptionConfig, object])[])
    it(`sends what our adapter sends${turns}`, async () => {
      const { server, it, say } = await client();
      await it.start(KEY, config);
      say('yes');
      it.forceEndOfUtterance();
      const settings = {
        api_key: KEY,
        base_url: server.url,
        max_delay: 0.8,
        domain: 'medical',
        keyterms: ['Aoife'],
      };
      const listener = new Listener();
      const how = { sampleRate: 16_000, language: 'en-GB', ...options };
      const ours = await speechmaticsStt.open(settings, how, listener, anywhere());
      ours.startUtterance();
      ours.write(sound('yes'));
      ours.endUtterance();
      await listener.next();
      const [theirs, sent] = server.connections.map(({ texts }) => texts.map((text) => JSON.parse(text) as object));
      assert.deepEqual(sent, theirs);
      assert.deepEqual(server.connections[1]?.audio, server.connections[0]?.audio);
      ours.close();
      await it.stopRecognition();
    });
});
