import { number, text } from '../../../domain/providers/fields.ts';
import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { clipIn } from './clip.ts';
import { googleCredentials } from './fields.ts';
import { serviceAccount } from './service-account.ts';
import { codeOf, localeCodes } from '../language-codes.ts';
import { baseUrl } from '../_speech/fields.ts';
import { HttpSynthesiser } from '../_speech/http-synthesiser.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { unseparated } from '../_speech/phonemes.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const LANGUAGES = localeCodes(
  'bg-BG bn-IN cs-CZ da-DK de-DE el-GR en-US en-AU en-GB en-IN es-ES es-US et-EE fi-FI fr-FR fr-CA gu-IN he-IL hi-IN ' +
    'hr-HR hu-HU id-ID it-IT ja-JP kn-IN ko-KR lt-LT lv-LV ml-IN mr-IN nl-NL nl-BE pa-IN pl-PL pt-BR ro-RO ru-RU sk-SK ' +
    'sl-SI sr-RS sv-SE sw-KE ta-IN te-IN th-TH tr-TR uk-UA ur-IN vi-VN',
  { ar: 'ar-XA', no: 'nb-NO', yue: 'yue-HK', zh: 'cmn-CN', 'zh-HK': '', 'zh-TW': '' },
);
const RATES = [8_000, 16_000, 24_000, 48_000];
const SPEED = { default: 1, minimum: 0.25, maximum: 2 } as const;
/** Voices that speak every language of the model. */
const NAMES = ['Aoede', 'Charon', 'Fenrir', 'Kore', 'Leda', 'Orus', 'Puck', 'Zephyr'];

/** Languages in which a request can give pronunciations (reference of `SynthesisInput.custom_pronunciations`). */
const IPA_LANGUAGES = /^(en|fr|it|de|es)-/;

/** Google's Chirp voices, one complete clip per text. Streaming needs gRPC. */
export const googleTts = ttsProvider({
  provider: 'google_speech',
  name: 'Google Speech',
  provider_type: 'cloud',
  hosts: ['*-texttospeech.googleapis.com', 'oauth2.googleapis.com'],
  description: 'Google Cloud voices in fifty locales. A text is heard when all of it is made.',
  required: ['credentials'],
  fields: {
    credentials: googleCredentials(),
    model: text({ default: 'chirp_3_hd', docs_url: 'https://cloud.google.com/text-to-speech/docs/chirp3-hd' }),
    language: text({ default: 'en-US' }),
    voice: text({
      default: 'Kore',
      examples: NAMES,
      allow_custom_input: true,
      description: 'A name, which speaks the language, or the full name of a voice.',
    }),
    speed: number({ ...SPEED, description: 'How fast it speaks.' }),
    base_url: baseUrl('https://texttospeech.googleapis.com', ['https://eu-texttospeech.googleapis.com']),
  },
  capabilities: {
    chirp_3_hd: {
      languages: LANGUAGES,
      settings: Object.fromEntries(Object.keys(LANGUAGES).map((id) => [id, { speed: SPEED }])),
    },
  },
  check: ({ base_url }) => void upstreamUrl(base_url),
  async open({ credentials, language, voice, speed, base_url }, { sampleRate: wanted }, network) {
    const sampleRate = nearestRate(RATES, wanted);
    const wire = wireCodec(sampleRate);
    const account = serviceAccount(credentials, network);
    await account.headers();
    const url = endpoint(base_url, 'http', '/v1/text:synthesize');
    const languageCode = codeOf('google_speech', LANGUAGES, language);
    const name = voice.includes('-') ? voice : `${languageCode}-Chirp3-HD-${voice}`;
    const audioConfig = {
      audioEncoding: wire.isMulaw ? 'MULAW' : 'LINEAR16',
      sampleRateHertz: sampleRate,
      ...(speed !== 1 && { speakingRate: speed }),
    };
    return new HttpSynthesiser({
      sampleRate,
      wire,
      audioIn: clipIn,
      speaksIpa: IPA_LANGUAGES.test(languageCode),
      requestFor: async (segment, phonemes) => ({
        vendor: 'google_speech',
        url,
        headers: await account.headers(),
        body: JSON.stringify({ input: inputOf(segment, phonemes), voice: { languageCode, name }, audioConfig }),
        network,
      }),
    });
  },
});

/** The vendor finds each phrase in the text itself, so that one with two pronunciations is given once. */
function inputOf(segment: string, phonemes: readonly PhonemeSpan[] = []): object {
  if (phonemes.length === 0) return { text: segment };
  const byPhrase = new Map(phonemes.map(({ from, to, ipa }) => [segment.slice(from, to), ipa]));
  const pronunciations = [...byPhrase].map(([phrase, ipa]) => ({
    phrase,
    phoneticEncoding: 'PHONETIC_ENCODING_IPA',
    pronunciation: unseparated(ipa),
  }));
  return { text: segment, customPronunciations: { pronunciations } };
}
