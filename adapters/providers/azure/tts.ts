import { number, secret, text } from '../../../domain/providers/fields.ts';
import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { AZURE_LANGUAGES, AZURE_SPEECH_HOSTS, ownEndpoint, region } from './regions.ts';
import { ssml } from './ssml.ts';
import { ttsProvider } from '../define.ts';
import { codeOf } from '../language-codes.ts';
import { HttpSynthesiser } from '../_speech/http-synthesiser.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const FORMATS: Readonly<Record<number, string>> = {
  8_000: 'raw-8khz-8bit-mono-mulaw',
  16_000: 'raw-16khz-16bit-mono-pcm',
  22_050: 'raw-22050hz-16bit-mono-pcm',
  24_000: 'raw-24khz-16bit-mono-pcm',
  48_000: 'raw-48khz-16bit-mono-pcm',
};
const RATE = { default: 1, minimum: 0.5, maximum: 2 } as const;

/** Azure's neural voices, one streamed HTTP request per text. */
export const azureTts = ttsProvider({
  provider: 'azure_speech',
  name: 'Azure Speech',
  provider_type: 'cloud',
  hosts: AZURE_SPEECH_HOSTS,
  description: 'Hundreds of neural voices in over a hundred locales.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://portal.azure.com' }),
    model: text({ default: 'neural', description: 'The voice decides.' }),
    region: region(),
    language: text({ default: 'en-US' }),
    voice: text({
      default: 'en-US-AvaMultilingualNeural',
      examples: ['en-US-AvaMultilingualNeural', 'en-US-AndrewMultilingualNeural', 'en-US-JennyNeural'],
      allow_custom_input: true,
      docs_url: 'https://learn.microsoft.com/azure/ai-services/speech-service/language-support?tabs=tts',
      description: 'A voice of the language. The multilingual ones speak all that they can.',
    }),
    rate: number({ ...RATE, description: 'How fast it speaks.' }),
    pitch: text({ allow_custom_input: true, description: 'How high it speaks, such as +5%.' }),
    style: text({
      examples: ['chat', 'cheerful', 'customerservice', 'empathetic'],
      allow_custom_input: true,
      description: 'In what manner it speaks, if the voice knows it.',
    }),
    base_url: ownEndpoint(),
  },
  capabilities: {
    neural: {
      languages: AZURE_LANGUAGES,
      settings: Object.fromEntries(Object.keys(AZURE_LANGUAGES).map((id) => [id, { rate: RATE }])),
    },
  },
  check: ({ base_url }) => void (base_url !== undefined && upstreamUrl(base_url)),
  async open(settings, { sampleRate: wanted }, network) {
    const { api_key, voice, rate, pitch, style } = settings;
    const sampleRate = nearestRate(Object.keys(FORMATS).map(Number), wanted);
    const base = settings.base_url ?? `https://${settings.region}.tts.speech.microsoft.com`;
    const url = endpoint(base, 'http', '/cognitiveservices/v1');
    const locale = codeOf('azure_speech', AZURE_LANGUAGES, settings.language);
    const headers = {
      'ocp-apim-subscription-key': api_key,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': FORMATS[sampleRate] ?? '',
      'user-agent': 'voice-agent-platform',
    };
    const requestFor = (segment: string, phonemes?: readonly PhonemeSpan[]) => ({
      vendor: 'azure_speech',
      url,
      headers,
      body: ssml({ text: segment, phonemes, locale, voice, rate, pitch, style }),
      network,
    });
    return new HttpSynthesiser({ sampleRate, wire: wireCodec(sampleRate), speaksIpa: true, requestFor });
  },
});
