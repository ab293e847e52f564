import { assert } from 'chai';
import { assemblyaiStt } from '../../../adapters/providers/assemblyai/stt.ts';
import { OrderedResults } from '../../../adapters/providers/_speech/ordered-results.ts';
import { cartesiaStt } from '../../../adapters/providers/cartesia/stt.ts';
import { elevenlabsStt } from '../../../adapters/providers/elevenlabs/stt.ts';
import { gladiaStt } from '../../../adapters/providers/gladia/stt.ts';
import { groqStt } from '../../../adapters/providers/groq/stt.ts';
import { sonioxStt } from '../../../adapters/providers/soniox/stt.ts';
import { deepgramStt } from '../../../adapters/providers/deepgram/stt.ts';
import { speechmaticsStt } from '../../../adapters/providers/speechmatics/stt.ts';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { hand, Listener, say } from '../../contracts/speech-to-text.contract.ts';
import { deepgramServer } from '../providers/deepgram-server.ts';
import { sound } from '../providers/letter-audio.ts';
import { anywhere } from '../providers/vendor-stands.ts';
import { formOf } from '../providers/openai-server.ts';
import { batch } from './batch-server.ts';
import { ink } from './cartesia-server.ts';
import { gladiaServer } from './gladia-server.ts';
import { scribe } from './scribe-server.ts';
import { sonioxServer } from './soniox-server.ts';
import { assemblyAiServer } from './assemblyai-server.ts';
import { speechmaticsServer } from './speechmatics-server.ts';

const OPTIONS = { sampleRate: 16_000, language: 'en' };
const WORDS = 'good evening';

type Open = (url: string, listener: TranscriptionListener) => Promise<Transcription>;

const VENDORS: readonly (readonly [string, () => Promise<{ readonly url: string }>, Open])[] = [
  [
    'deepgram nova',
    deepgramServer,
    (base_url, listener) => deepgramStt.open({ api_key: 'k', base_url }, OPTIONS, listener, anywhere()),
  ],
  [
    'deepgram flux',
    deepgramServer,
    (base_url, listener) =>
      deepgramStt.open({ api_key: 'k', base_url, model: 'flux-general-en' }, OPTIONS, listener, anywhere()),
  ],
  [
    'assemblyai',
    assemblyAiServer,
    (base_url, listener) => assemblyaiStt.open({ api_key: 'k', base_url }, OPTIONS, listener, anywhere()),
  ],
  [
    'speechmatics',
    speechmaticsServer,
    (base_url, listener) => speechmaticsStt.open({ api_key: 'k', base_url }, OPTIONS, listener, anywhere()),
  ],
  [
    'soniox',
    sonioxServer,
    (base_url, listener) => sonioxStt.open({ api_key: 'k', base_url }, OPTIONS, listener, anywhere()),
  ],
  [
    'gladia',
    gladiaServer,
    (base_url, listener) => gladiaStt.open({ api_key: 'k', base_url }, OPTIONS, listener, anywhere()),
  ],
  [
    'cartesia ink-whisper',
    ink,
    (base_url, listener) =>
      cartesiaStt.open({ api_key: 'k', base_url, model: 'ink-whisper' }, OPTIONS, listener, anywhere()),
  ],
  [
    'elevenlabs',
    () => scribe(true),
    (base_url, listener) =>
      elevenlabsStt.open({ api_key: 'k', base_url }, { ...OPTIONS, wordTimes: true }, listener, anywhere()),
  ],
  [
    'groq',
    async () => (await whisper()).server,
    (base_url, listener) =>
      groqStt.open({ api_key: 'k', base_url }, { ...OPTIONS, wordTimes: true }, listener, anywhere()),
  ],
];

const BATCH_KEY = 'gsk-0123456789';

/** Whisper tells times when it is asked for them. */
const whisper = () =>
  batch(
    groqStt,
    {
      pcmOf: (request) => formOf(request).wav.subarray(44),
      answer: (text) => ({ text, words: [{ word: ` ${text}`, start: 0.3, end: 0.3 + sound(text).length / 16_000 }] }),
    },
    (url) => ({ api_key: BATCH_KEY, base_url: url }),
    BATCH_KEY,
  );

describe('times of words', () => {
  it('are asked for by name, where they are not always told', async () => {
    const groq = await whisper();
    const listener = new Listener();
    const line = await groq.open(listener, { ...OPTIONS, wordTimes: true });
    await say(groq, line, 'one');
    await listener.next();
    assert.include(formOf(groq.server.received[0]!).fields, {
      response_format: 'verbose_json',
      'timestamp_granularities[]': 'word',
    });
    line.close();
    const eleven = await scribe(true);
    const settings = { api_key: 'k', base_url: eleven.url };
    (await elevenlabsStt.open(settings, { ...OPTIONS, wordTimes: true }, new Listener(), anywhere())).close();
    (await elevenlabsStt.open(settings, OPTIONS, new Listener(), anywhere())).close();
    const queries = eleven.connections.map(({ url }) => url.searchParams.get('include_timestamps'));
    assert.deepEqual(queries, ['true', null]);
  });

  it('join the parts of a word, which may come in several messages', () => {
    const results = new OrderedResults('', 16_000);
    results.startUtterance();
    for (const [at, piece] of ['my', ' ca', 'rd', ' is', ' 4', '1'].entries()) results.addPiece(piece, at, at + 1);
    assert.deepEqual(results.endUtterance()?.words, [
      { text: 'my', fromMs: 0, toMs: 1_000 },
      { text: 'card', fromMs: 1_000, toMs: 3_000 },
      { text: 'is', fromMs: 3_000, toMs: 4_000 },
      { text: '41', fromMs: 4_000, toMs: 6_000 },
    ]);
  });

  for (const [name, serve, open] of VENDORS)
    it(`are places in the audio of the call, silences included: ${name}`, async () => {
      const { url } = await serve();
      const listener = new Listener();
      const transcription = await open(url, listener);
      const speech = sound(WORDS);
      const speechMs = (speech.length / 16_000) * 1_000;
      const silence = (ms: number) => hand(transcription, new Int16Array(16 * ms), 16_000);
      let writtenMs = 0;
      for (const pauseMs of [1_000, 2_400]) {
        silence(pauseMs);
        writtenMs += pauseMs;
        transcription.startUtterance();
        hand(transcription, speech, 16_000);
        silence(100);
        transcription.endUtterance();
        assert.deepEqual(await listener.next(), { text: WORDS });
        const words = listener.transcripts.findLast(({ final }) => final)?.words ?? [];
        assert.isNotEmpty(words);
        // Some of the scripted vendors have the utterance as one word, with its pre-roll of 300 ms and the silence after it.
        assert.isAtLeast(words[0]!.fromMs, writtenMs - 340);
        assert.isAtMost(words[0]!.fromMs, writtenMs + 40);
        assert.closeTo(words.at(-1)!.toMs, writtenMs + speechMs, 140);
        writtenMs += Math.ceil(speechMs / 20) * 20 + 100;
      }
      transcription.close();
    });
});
