import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import { upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { WHISPER_KNOWN } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { openAiSynthesiser } from '../_openai/speech.ts';

const VOICES = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
];
const SAMPLE_RATE = 24_000;

/** OpenAI's voices, one HTTP request per text. */
export const openaiTts = ttsProvider({
  provider: 'openai',
  name: 'OpenAI',
  provider_type: 'cloud',
  hosts: ['*.api.openai.com'],
  description:
    'Voices that speak whatever language the text is in. OpenAI switches these models off on 6 January 2027.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://platform.openai.com/api-keys' }),
    model: choice(['gpt-4o-mini-tts', 'tts-1', 'tts-1-hd'], {
      default: 'gpt-4o-mini-tts',
      docs_url: 'https://developers.openai.com/api/docs/guides/text-to-speech',
    }),
    language: text({ description: 'Of no effect: the text decides.' }),
    voice: text({ default: 'alloy', examples: [...VOICES, 'verse'], allow_custom_input: true }),
    speed: number({ default: 1, minimum: 0.25, maximum: 4, description: 'How fast it speaks.' }),
    instructions: text({ multiline: true, description: 'In what manner it speaks. gpt-4o-mini-tts only.' }),
    base_url: text({
      format: 'uri',
      default: 'https://api.openai.com/v1',
      examples: ['https://api.openai.com/v1', 'https://eu.api.openai.com/v1'],
      allow_custom_input: true,
    }),
  },
  capabilities: {
    'gpt-4o-mini-tts': { languages: WHISPER_KNOWN },
    'tts-1': { languages: WHISPER_KNOWN },
    'tts-1-hd': { languages: WHISPER_KNOWN },
  },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open: async ({ api_key, base_url, model, voice, speed, instructions }, _options, network) =>
    openAiSynthesiser({
      vendor: 'openai',
      baseUrl: base_url,
      headers: bearer(api_key),
      sampleRate: SAMPLE_RATE,
      network,
      model,
      voice,
      speed,
      instructions: model === 'gpt-4o-mini-tts' ? instructions : undefined,
    }),
});
