import { choice, flag, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { elevenLabsTtsProtocol, INACTIVITY_SECONDS } from './tts-protocol.ts';
import { codeOf, ENGLISH, languageCodes } from '../language-codes.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const FLASH = languageCodes(
  'ar bg cs da de el en es fi fil fr hi hr hu it ja ko ms nl no pl pt ro ru sk sv ta tr uk vi zh',
);
const MULTILINGUAL = languageCodes(
  'ar bg cs da de el en es fi fil fr hi hr it ja ko ms nl pl pt ro ru sk sv ta tr uk zh',
);
const RATES = [8_000, 16_000, 22_050, 24_000];
const SPEED = { default: 1, minimum: 0.7, maximum: 1.2 } as const;
const SHARE = { minimum: 0, maximum: 1 } as const;

const capabilitiesOf = (languages: Readonly<Record<string, string>>) => ({
  languages,
  settings: Object.fromEntries(Object.keys(languages).map((id) => [id, { speed: SPEED }])),
});

/** ElevenLabs over a socket with several contexts: one connection per call, one context per speech. */
export const elevenlabsTts = ttsProvider({
  provider: 'elevenlabs',
  name: 'ElevenLabs',
  provider_type: 'cloud',
  description: 'Lifelike voices with a short wait for the first sound.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://elevenlabs.io/app/settings/api-keys' }),
    model: choice(['eleven_flash_v2_5', 'eleven_flash_v2', 'eleven_multilingual_v2'], {
      default: 'eleven_flash_v2_5',
      docs_url: 'https://elevenlabs.io/docs/overview/models',
      description: 'The flash models answer soonest. Version 3 and later do not speak over this interface.',
    }),
    voice: text({
      default: '21m00Tcm4TlvDq8ikWAM',
      examples: ['21m00Tcm4TlvDq8ikWAM', 'bIHbv24MWmeRgasZH58o'],
      allow_custom_input: true,
      description: 'The id of a voice of your account.',
      docs_url: 'https://elevenlabs.io/app/voice-library',
    }),
    language: text({ description: 'Left out, the text decides. Only eleven_flash_v2_5 can be told.' }),
    speed: number({ ...SPEED, description: 'How fast it speaks.' }),
    stability: number({ ...SHARE, description: 'Left out, as stored with the voice.' }),
    similarity_boost: number({ ...SHARE, description: 'Left out, as stored with the voice.' }),
    style: number({ ...SHARE, description: 'Left out, as stored with the voice.' }),
    use_speaker_boost: flag({ description: 'Left out, as stored with the voice.' }),
    apply_text_normalization: choice(['auto', 'on', 'off'], {
      default: 'auto',
      description: 'Whether numbers are spelled out. The flash models take no on.',
    }),
    base_url: text({
      format: 'uri',
      default: 'https://api.elevenlabs.io',
      examples: [
        'https://api.elevenlabs.io',
        'https://api.us.elevenlabs.io',
        'https://api.eu.residency.elevenlabs.io',
        'https://api.in.residency.elevenlabs.io',
      ],
      allow_custom_input: true,
      description: 'Where the text is processed.',
    }),
  },
  capabilities: {
    eleven_flash_v2_5: capabilitiesOf(FLASH),
    eleven_flash_v2: capabilitiesOf(ENGLISH),
    eleven_multilingual_v2: capabilitiesOf(MULTILINGUAL),
  },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate: wanted }, network) {
    const { api_key, model, base_url, voice, language } = settings;
    const sampleRate = nearestRate(RATES, wanted);
    const wire = wireCodec(sampleRate);
    const acceptsLanguage = model === 'eleven_flash_v2_5' && language !== undefined;
    const url = endpoint(base_url, 'ws', `/v1/text-to-speech/${encodeURIComponent(voice)}/multi-stream-input`, {
      model_id: model,
      output_format: wire.isMulaw ? 'ulaw_8000' : `pcm_${sampleRate}`,
      auto_mode: true,
      inactivity_timeout: INACTIVITY_SECONDS,
      sync_alignment: true,
      apply_text_normalization: settings.apply_text_normalization,
      language_code: acceptsLanguage ? codeOf('elevenlabs', FLASH, language) : undefined,
    });
    const { speed, stability, similarity_boost, style, use_speaker_boost } = settings;
    const request = { vendor: 'elevenlabs', url, headers: { 'xi-api-key': api_key }, network };
    const manner = { speed, stability, similarity_boost, style, use_speaker_boost };
    const protocol = elevenLabsTtsProtocol(request, { sampleRate, settings: manner, wire });
    // The flash models read numbers poorly, and the vendor does not write them out for these.
    return SocketSynthesiser.open({ ...protocol, needsNormalisation: model !== 'eleven_multilingual_v2' });
  },
});
