import { assert } from 'chai';
import { assemblyaiStt } from '../../../adapters/providers/assemblyai/stt.ts';
import { deepgramStt } from '../../../adapters/providers/deepgram/stt.ts';
import { speechmaticsStt } from '../../../adapters/providers/speechmatics/stt.ts';
import type { Transcription, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import { hand, Listener } from '../../contracts/speech-to-text.contract.ts';
import { deepgramServer } from '../providers/deepgram-server.ts';
import { sound } from '../providers/letter-audio.ts';
import { anywhere } from '../providers/vendor-stands.ts';
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
];

describe('times of words', () => {
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
