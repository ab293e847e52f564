import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { inworldTtsProtocol } from './tts-protocol.ts';
import { codeOf, localeCodes } from '../language-codes.ts';
import { baseUrl } from '../_speech/fields.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const LANGUAGES = localeCodes(
  'ar-SA de-DE en-US es-ES fr-FR he-IL hi-IN it-IT ja-JP ko-KR nl-NL pl-PL pt-BR ru-RU zh-CN',
);
const RATES = [8_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const RATE = { default: 1, minimum: 0.5, maximum: 1.5 } as const;
const CAPABILITIES = {
  languages: LANGUAGES,
  settings: Object.fromEntries(Object.keys(LANGUAGES).map((id) => [id, { speaking_rate: RATE }])),
};

/** Inworld over a socket with several contexts: one connection per call, one context per speech. */
export const inworldTts = ttsProvider({
  provider: 'inworld',
  name: 'Inworld',
  provider_type: 'cloud',
  description: 'Expressive voices in fifteen languages.',
  required: ['api_key'],
  fields: {
    api_key: secret({ description: 'The Base64 key of the portal.', docs_url: 'https://platform.inworld.ai/api-keys' }),
    model: text({
      default: 'inworld-tts-2',
      allow_custom_input: true,
      docs_url: 'https://docs.inworld.ai/tts/tts-models',
    }),
    voice: text({
      default: 'Ashley',
      examples: ['Ashley', 'Jason'],
      allow_custom_input: true,
      docs_url: 'https://docs.inworld.ai/tts/tts',
    }),
    language: text({ default: 'en' }),
    speaking_rate: number({ ...RATE, description: 'How fast it speaks.' }),
    delivery_mode: choice(['STABLE', 'BALANCED', 'CREATIVE'], {
      description: 'How much it plays with the text. Of inworld-tts-2 only.',
    }),
    base_url: baseUrl('https://api.inworld.ai'),
  },
  capabilities: {
    'inworld-tts-2': CAPABILITIES,
    'inworld-tts-1.5-max': CAPABILITIES,
    'inworld-tts-1.5-mini': CAPABILITIES,
  },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate: wanted }, network) {
    const { api_key, model, voice, language, speaking_rate, delivery_mode, base_url } = settings;
    const sampleRate = nearestRate(RATES, wanted);
    const wire = wireCodec(sampleRate);
    const url = endpoint(base_url, 'ws', '/tts/v1/voice:streamBidirectional');
    const manner = {
      voiceId: voice,
      modelId: model,
      language: codeOf('inworld', LANGUAGES, language),
      audioConfig: {
        audioEncoding: wire.isMulaw ? 'MULAW' : 'PCM',
        sampleRateHertz: sampleRate,
        ...(speaking_rate !== 1 && { speakingRate: speaking_rate }),
      },
      timestampType: 'WORD',
      // Sends timings with their audio, so that none arrive after the end of a text.
      timestampTransportStrategy: 'SYNC',
      ...(delivery_mode && { deliveryMode: delivery_mode }),
    };
    const request = { vendor: 'inworld', url, headers: { authorization: `Basic ${api_key}` }, network };
    const isEnglish = manner.language.startsWith('en');
    return SocketSynthesiser.open(inworldTtsProtocol(request, { sampleRate, wire, manner, isEnglish }));
  },
});
