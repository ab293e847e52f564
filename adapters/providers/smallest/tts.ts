import { invalid } from '../../../domain/errors.ts';
import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { codeOf, languageCodes } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { smallestTtsProtocol, TIMEOUT_SECONDS } from './tts-protocol.ts';
import { baseUrl } from '../_speech/fields.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';

const MODELS = {
  'lightning_v3.1_pro': {
    voice: 'meher',
    languages: languageCodes(
      'ar bn de el en es fi fr gu hi id it ja kn ko ml mr ms nl no or pa pl pt ru sv ta te tr vi zh',
    ),
  },
  'lightning_v3.1': {
    voice: 'sophia',
    languages: languageCodes('bn de en es fr gu hi it kn ml mr nl or pa pl pt ru sv ta te'),
  },
};
const RATES = [8_000, 16_000, 24_000, 44_100];
/** Offered voices, all English or Hindi. */
const VOICES = { 'lightning_v3.1_pro': ['meher'], 'lightning_v3.1': ['sophia', 'magnus'] };
const ENGLISH_OR_HINDI: ReadonlySet<string> = new Set(Object.values(VOICES).flat());
const OWN_LANGUAGES: ReadonlySet<string> = new Set(['en', 'hi']);
/**
 * Makes an English or Hindi voice speak every language of the model. With another language code the voice would read
 * the text as English. source: the vendor's `tts-ws.yaml`, `language`
 */
const ANY_VOICE = 'auto';
const SPEED = { default: 1, minimum: 0.5, maximum: 2 } as const;

const capabilitiesOf = ({ voice, languages }: { voice: string; languages: Readonly<Record<string, string>> }) => ({
  languages,
  settings: Object.fromEntries(
    Object.keys(languages).map((id) => [
      id,
      { voice: { default: voice, options: [voice], allow_custom_input: true }, speed: SPEED },
    ]),
  ),
});

/** Smallest's Lightning over a socket. Parallel texts use separate sockets. */
export const smallestTts = ttsProvider({
  provider: 'smallest',
  name: 'Smallest Lightning',
  vendor: 'Smallest.ai',
  provider_type: 'cloud',
  description: 'Fast voices for Indian and international languages.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://app.smallest.ai/dashboard/api-keys' }),
    model: choice(['lightning_v3.1_pro', 'lightning_v3.1'], {
      default: 'lightning_v3.1_pro',
      description: 'The vendor withdraws lightning_v3.1 on 30 November 2026.',
      docs_url: 'https://docs.smallest.ai/waves',
    }),
    language: text({ default: 'en' }),
    voice: text({
      model_options: VOICES,
      allow_custom_input: true,
      description:
        'A voice of the model for the language. The offered ones speak all of them, the first if none is named.',
    }),
    speed: number({ ...SPEED, description: 'How fast it speaks.' }),
    base_url: baseUrl('https://api.smallest.ai'),
  },
  capabilities: {
    'lightning_v3.1_pro': capabilitiesOf(MODELS['lightning_v3.1_pro']),
    'lightning_v3.1': capabilitiesOf(MODELS['lightning_v3.1']),
  },
  check({ base_url, model, language }) {
    upstreamUrl(base_url);
    if (!(language in MODELS[model].languages)) throw invalid(`language must be one that ${model} speaks`);
  },
  open(settings, { sampleRate: wanted }, network) {
    const { api_key, model, language, voice, speed, base_url } = settings;
    const sampleRate = nearestRate(RATES, wanted);
    const url = endpoint(base_url, 'ws', '/waves/v1/tts/live', { timeout: TIMEOUT_SECONDS });
    const code = codeOf('smallest', MODELS[model].languages, language);
    const speaker = voice ?? MODELS[model].voice;
    const options = {
      model,
      voice_id: speaker,
      language: ENGLISH_OR_HINDI.has(speaker) && !OWN_LANGUAGES.has(code) ? ANY_VOICE : code,
      ...(speed !== 1 && { speed }),
    };
    const request = { vendor: 'smallest', url, headers: bearer(api_key), network };
    return SocketSynthesiser.open(smallestTtsProtocol(request, { sampleRate, options }));
  },
});
