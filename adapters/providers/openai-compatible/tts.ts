import { integer, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { bearer } from '../bearer.ts';
import { openAiSynthesiser } from '../_openai/speech.ts';

/** Languages of Kokoro by the first letter of its voices. */
const KOKORO = {
  en: 'a',
  'en-GB': 'b',
  'en-US': 'a',
  es: 'e',
  'es-ES': 'e',
  fr: 'f',
  'fr-FR': 'f',
  hi: 'h',
  it: 'i',
  ja: 'j',
  pt: 'p',
  'pt-BR': 'p',
  zh: 'z',
  'zh-CN': 'z',
};

/** Any server with OpenAI's speech API: Kokoro, speaches, LocalAI and others. */
export const openaiCompatibleTts = ttsProvider({
  provider: 'openai_compatible',
  name: 'OpenAI-compatible',
  provider_type: 'adapter',
  description: 'A voice of your own, or of a gateway, behind the speech interface of OpenAI. It must answer raw PCM.',
  required: ['base_url', 'model', 'voice'],
  fields: {
    api_key: secret({ description: 'Only if the server asks for one.' }),
    base_url: text({ format: 'uri', description: 'Where the server is, such as https://speech.example.com/v1.' }),
    model: text({ allow_custom_input: true, description: 'As the server calls it.' }),
    language: text({ description: 'Of no effect: voice and text decide.' }),
    voice: text({ examples: ['af_heart', 'am_michael', 'bf_emma', 'bm_george'], allow_custom_input: true }),
    speed: number({ default: 1, minimum: 0.25, maximum: 4, description: 'How fast it speaks.' }),
    sample_rate: integer({
      default: 24_000,
      minimum: 8_000,
      maximum: 48_000,
      examples: [8_000, 16_000, 22_050, 24_000, 44_100, 48_000],
      description: 'Of the PCM that the server answers, in samples per second.',
    }),
    instructions: text({ multiline: true, description: 'In what manner it speaks, if the model can be told.' }),
  },
  capabilities: {
    kokoro: { languages: KOKORO },
    'speaches-ai/Kokoro-82M-v1.0-ONNX': { languages: KOKORO },
  },
  check: ({ base_url }) => void (base_url !== undefined && upstreamUrl(base_url)),
  open: async ({ api_key, base_url, model, voice, speed, sample_rate, instructions }, _options, network) =>
    openAiSynthesiser({
      vendor: 'openai_compatible',
      baseUrl: base_url,
      headers: bearer(api_key),
      sampleRate: sample_rate,
      network,
      model,
      voice,
      speed,
      instructions,
      needsNormalisation: true,
    }),
});
