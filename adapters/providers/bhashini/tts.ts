import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { choice, flag, number, text } from '../../../domain/providers/fields.ts';
import type { HttpAnswer } from '../../lib/http-stream.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { readWavFile } from '../../lib/wav-file.ts';
import { computeCall, taskAnswer } from './pipeline.ts';
import { bhashiniFields, codesOf, SPEAKERS } from './services.ts';
import { ttsProvider } from '../define.ts';
import { codeOf } from '../language-codes.ts';
import { baseUrl } from '../_speech/fields.ts';
import { HttpSynthesiser } from '../_speech/http-synthesiser.ts';
import { linearUpsampler } from '../_speech/linear-upsampler.ts';
import { bytesOf } from '../_speech/pcm.ts';

/** Requested rate in Hz. Some services ignore it; lower rates are upsampled. */
const SAMPLE_RATE = 24_000;
/** Maximum size of a response, enough for a minute of audio in Base64, in bytes. */
const LONGEST_ANSWER = 16 * 1_048_576;
const SPEED = { default: 1, minimum: 0.1, maximum: 1.99 } as const;
const GENDERS = ['female', 'male'] as const;
const SETTINGS = { gender: { default: GENDERS[0], options: GENDERS }, speed: SPEED };

/** Bhashini's voices, one complete clip per text, by the pipeline compute call. */
export const bhashiniTts = ttsProvider({
  provider: 'bhashini',
  name: 'Bhashini',
  provider_type: 'cloud',
  description:
    "Voices for the languages of India, by the Government of India's platform. A text is heard when all of it is made.",
  required: ['api_key'],
  fields: {
    ...bhashiniFields('Bhashini/IITM/TTS', 'The service ID.'),
    language: text({ default: 'hi' }),
    gender: choice(GENDERS, { default: GENDERS[0], description: 'Whose voice it is.' }),
    speed: number({ ...SPEED, description: 'How fast it speaks.' }),
    text_normalization: flag({
      default: false,
      description: 'Reads numbers and dates in words, where the service can.',
    }),
    base_url: baseUrl('https://dhruva-api.bhashini.gov.in'),
  },
  capabilities: Object.fromEntries(
    Object.entries(SPEAKERS).map(([id, languages]) => [
      id,
      { languages, settings: Object.fromEntries(Object.keys(languages).map((language) => [language, SETTINGS])) },
    ]),
  ),
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open({ api_key, model, language, gender, speed, text_normalization, base_url }, _options, network) {
    const config = {
      language: { sourceLanguage: codeOf('bhashini', codesOf(SPEAKERS, model), language) },
      serviceId: model,
      gender,
      speed,
      samplingRate: SAMPLE_RATE,
      ...(text_normalization && { preProcessors: ['text-normalization'] }),
    };
    return new HttpSynthesiser({
      sampleRate: SAMPLE_RATE,
      needsNormalisation: !text_normalization,
      audioIn,
      requestFor: (source) => ({
        ...computeCall(base_url, api_key, { taskType: 'tts', config }, { input: [{ source }] }),
        network,
      }),
    });
  },
});

/** The audio of a response, a WAV file in Base64. */
async function* audioIn(answer: HttpAnswer): AsyncGenerator<Uint8Array> {
  const content = (await taskAnswer(answer, LONGEST_ANSWER))?.audio?.[0]?.audioContent;
  const file = typeof content === 'string' ? readWavFile(Buffer.from(content, 'base64')) : null;
  if (!file) throw new VendorFailure('bhashini answered without a WAV file', { retryable: true });
  const { sampleRate, samples } = file;
  if (sampleRate > SAMPLE_RATE)
    throw new VendorFailure(`bhashini answered ${sampleRate} Hz where ${SAMPLE_RATE} was asked for`, {
      retryable: false,
    });
  yield bytesOf(sampleRate === SAMPLE_RATE ? samples : linearUpsampler(sampleRate, SAMPLE_RATE)(samples));
}
