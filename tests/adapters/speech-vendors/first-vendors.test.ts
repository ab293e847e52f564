import { deepgramStt as deepgramListener } from '../../../adapters/providers/deepgram/stt.ts';
import { openaiStt as openaiListener } from '../../../adapters/providers/openai/stt.ts';
import { openaiCompatibleStt as compatibleListener } from '../../../adapters/providers/openai-compatible/stt.ts';
import { deepgramTts as deepgramSpeaker } from '../../../adapters/providers/deepgram/tts.ts';
import { openaiTts as openaiSpeaker } from '../../../adapters/providers/openai/tts.ts';
import { roomyVoiceContract, timedVoiceContract, unbrokenVoiceContract } from '../../contracts/word-timing.contract.ts';
import { keeps } from '../../support/contract.ts';
import { formOf } from '../providers/openai-server.ts';
import { batch, WHOLE_RECORDINGS, wholeRecordingsContract } from './batch-server.ts';
import { fieldsOf, fromBase64, sttServer, type RecognisedSpeech } from './stt-server.ts';
import { httpTtsServer } from './http-tts-server.ts';
import { listensAsVendor, speaksAsVendor } from './promises.ts';
import { multiStream } from './multi-stream.ts';
import { sttVendor, KEY, TELLS_NO_FAULTS } from './stands.ts';

const results = ({ text, start, end }: RecognisedSpeech, more: object) => ({
  type: 'Results',
  start,
  duration: end - start,
  channel: { alternatives: [{ transcript: text, words: [] }] },
  ...more,
});

const nova = async () =>
  sttVendor(
    deepgramListener,
    await sttServer(() => ({
      understand(message, isBinary) {
        if (isBinary) return { audio: message };
        const { type } = fieldsOf(message);
        return { finish: type === 'Finalize', bye: type === 'CloseStream' };
      },
      partial: (speech) => [results(speech, { is_final: false })],
      final: (speech) => [results(speech, { is_final: true, from_finalize: true })],
    })),
  );

const REALTIME_RATE = 24_000;
const transcription = (kind: string, { utterance }: RecognisedSpeech, more: object) => ({
  type: `conversation.item.input_audio_transcription.${kind}`,
  item_id: `item-${utterance}`,
  ...more,
});

const fault = (error: object) => ({ type: 'error', error: { ...error, message: KEY } });
const failed = (error: object) => ({
  type: 'conversation.item.input_audio_transcription.failed',
  item_id: 'item-0',
  error: { ...error, message: KEY },
});

const realtime = async () =>
  sttVendor(
    openaiListener,
    await sttServer(() => {
      let reported = '';
      return {
        understand(message, _, answer) {
          const { type, audio } = fieldsOf(message);
          if (type === 'session.update') answer({ type: 'session.updated' });
          if (type === 'input_audio_buffer.append') return { audio: fromBase64(audio) };
          return { finish: type === 'input_audio_buffer.commit' };
        },
        partial(speech) {
          const delta = speech.text.slice(reported.length);
          reported = speech.text;
          return delta === '' ? [] : [transcription('delta', speech, { delta })];
        },
        final(speech) {
          reported = '';
          return [transcription('completed', speech, { transcript: speech.text })];
        },
      };
    }, REALTIME_RATE),
    {},
    [
      { message: fault({ type: 'server_error', code: null }), retryable: true },
      { message: fault({ type: 'invalid_request_error', code: 'session_expired' }), retryable: true },
      { message: fault({ type: 'invalid_request_error', code: 'model_not_found' }), retryable: false },
      { message: failed({ type: 'server_error', code: 'server_error' }), retryable: true },
      { message: failed({ type: 'tokens', code: 'insufficient_quota' }), retryable: false },
    ],
  );

const recordings = (provider: typeof openaiListener, model: string) =>
  batch(
    provider,
    { pcmOf: (request) => formOf(request).wav.subarray(44), answer: (text) => ({ text }) },
    (url) => ({ api_key: KEY, base_url: url, model }),
    KEY,
  );

const settingsAt = (url: string) => ({ api_key: KEY, base_url: url });

const aura = () =>
  httpTtsServer(
    deepgramSpeaker,
    {
      wanted: ({ url, body }) => ({
        text: String(fieldsOf(body)['text']),
        sampleRate: Number(url.searchParams.get('sample_rate')),
        isMulaw: url.searchParams.get('encoding') === 'mulaw',
      }),
    },
    settingsAt,
  );

const openaiVoices = () =>
  httpTtsServer(
    openaiSpeaker,
    { wanted: ({ body }) => ({ text: String(fieldsOf(body)['input']), sampleRate: REALTIME_RATE, isMulaw: false }) },
    settingsAt,
  );

const ONE_RATE = 'it has one rate, which is another';

describe('vendors who listen: deepgram', () => listensAsVendor(nova, TELLS_NO_FAULTS));
describe('vendors who listen: openai live', () => listensAsVendor(realtime));
for (const [provider, model] of [
  [openaiListener, 'gpt-transcribe'],
  [compatibleListener, 'whisper'],
] as const)
  describe(`vendors who listen: ${provider.declaration.provider}`, () => {
    const make = () => recordings(provider, model);
    listensAsVendor(make, WHOLE_RECORDINGS);
    keeps(wholeRecordingsContract, make);
  });

describe('vendors who speak: elevenlabs', () => {
  speaksAsVendor(multiStream);
  keeps(timedVoiceContract, multiStream);
  keeps(unbrokenVoiceContract, multiStream);
  keeps(roomyVoiceContract, multiStream);
});
describe('vendors who speak: deepgram', () => speaksAsVendor(aura));
describe('vendors who speak: openai', () =>
  speaksAsVendor(openaiVoices, { 'speaks at the rate of the telephone for the telephone': ONE_RATE }));
