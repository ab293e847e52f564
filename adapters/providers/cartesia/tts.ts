import { number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { cartesiaHeaders } from './api.ts';
import { cartesiaTtsProtocol } from './tts-protocol.ts';
import { ttsProvider } from '../define.ts';
import { codeOf, languageCodes } from '../language-codes.ts';
import { baseUrl } from '../_speech/fields.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const SONIC = languageCodes(
  'ar bg bn cs da de el en es fi fr gu he hi hr hu id it ja ka kn ko ml mr ms nl no pa pl pt ro ru sk sv ta te th tr uk ' +
    'vi zh',
  { fil: 'tl' },
);
/** Models that take IPA inside the text with stress as a phoneme of its own. */
const IPA_MODELS = /^sonic-[3-9]/;
const RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];
const SPEED = { default: 1, minimum: 0.6, maximum: 1.5 } as const;
const VOLUME = { default: 1, minimum: 0.5, maximum: 2 } as const;
const CAPABILITIES = {
  languages: SONIC,
  settings: Object.fromEntries(Object.keys(SONIC).map((id) => [id, { speed: SPEED, volume: VOLUME }])),
};

/** Cartesia's Sonic over a socket: one connection per call, one context per speech. */
export const cartesiaTts = ttsProvider({
  provider: 'cartesia',
  name: 'Cartesia Sonic',
  vendor: 'Cartesia',
  provider_type: 'cloud',
  description: 'Voices for conversations with a very short wait for the first sound.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://play.cartesia.ai/keys' }),
    model: text({
      default: 'sonic-3.5',
      allow_custom_input: true,
      docs_url: 'https://docs.cartesia.ai/build-with-cartesia/tts-models/latest',
    }),
    voice: text({
      default: 'f786b574-daa5-4673-aa0c-cbe3e8534c02',
      examples: ['f786b574-daa5-4673-aa0c-cbe3e8534c02', 'a5136bf9-224c-4d76-b823-52bd5efcffcc'],
      allow_custom_input: true,
      description: 'The id of a voice: Katie and Jameson, or one of your account.',
      docs_url: 'https://play.cartesia.ai/voices',
    }),
    language: text({ default: 'en' }),
    speed: number({ ...SPEED, description: 'How fast it speaks. Not all models can be told.' }),
    volume: number({ ...VOLUME, description: 'How loud it speaks. Not all models can be told.' }),
    emotion: text({
      examples: ['neutral', 'content', 'excited', 'sad', 'angry', 'scared'],
      allow_custom_input: true,
      description: 'Left out, the text decides.',
    }),
    base_url: baseUrl('https://api.cartesia.ai'),
  },
  capabilities: { 'sonic-3.6': CAPABILITIES, 'sonic-3.5': CAPABILITIES, 'sonic-3': CAPABILITIES },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate: wanted }, network) {
    const { api_key, model, voice, base_url, speed, volume, emotion } = settings;
    const sampleRate = nearestRate(RATES, wanted);
    const url = endpoint(base_url, 'ws', '/tts/websocket');
    const generationConfig = {
      ...(speed !== SPEED.default && { speed }),
      ...(volume !== VOLUME.default && { volume }),
      ...(emotion && { emotion }),
    };
    const options = {
      model_id: model,
      voice: { mode: 'id', id: voice },
      language: codeOf('cartesia', SONIC, settings.language),
      ...(Object.keys(generationConfig).length > 0 && { generation_config: generationConfig }),
    };
    const request = { vendor: 'cartesia', url, headers: cartesiaHeaders(api_key), network };
    const speaksIpa = IPA_MODELS.test(model);
    return SocketSynthesiser.open(
      cartesiaTtsProtocol(request, { sampleRate, wire: wireCodec(sampleRate), options, speaksIpa }),
    );
  },
});
