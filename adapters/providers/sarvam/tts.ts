import { invalid } from '../../../domain/errors.ts';
import { choice, flag, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { codeOf, localeCodes } from '../language-codes.ts';
import { sarvamHeaders } from './api.ts';
import { sarvamTtsProtocol } from './tts-protocol.ts';
import { SARVAM_VOICES } from './voices.ts';
import { baseUrl } from '../_speech/fields.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const MODELS = ['bulbul:v3', 'bulbul:v4-flash', 'bulbul:v2'] as const;
const LANGUAGES = localeCodes('bn-IN en-IN gu-IN hi-IN kn-IN ml-IN mr-IN pa-IN ta-IN te-IN', { or: 'od-IN' });
const RATES = [8_000, 16_000, 22_050, 24_000];
const PACE = { default: 1, minimum: 0.5, maximum: 2 } as const;
const PITCH = { minimum: -0.75, maximum: 0.75 } as const;
const LOUDNESS = { minimum: 0.3, maximum: 3 } as const;
const TEMPERATURE = { minimum: 0.01, maximum: 1 } as const;

const FLASH = 'bulbul:v4-flash';
/** The default persona of v4-flash speaks English and Hindi. Names of personas hold their languages: `voice_language_style`. */
const isOfDefaultPersona = (language: string): boolean => ['en', 'hi'].includes(language.split('-')[0] ?? '');

/** Rejects speakers of other models, as Sarvam does, and a missing persona where the default does not speak the language. */
function checkVoice(model: (typeof MODELS)[number], language: string, voice: string | undefined): void {
  const isOf = (each: (typeof MODELS)[number]): boolean => SARVAM_VOICES[each].some((speaker) => speaker === voice);
  if (!isOf(model) && MODELS.some(isOf))
    throw invalid(`voice ${String(voice)} is not one of ${model}: choose one of that model`);
  if (model === FLASH && voice === undefined && !isOfDefaultPersona(language))
    throw invalid(`voice is required for ${language}: a persona of ${FLASH} that speaks it`);
}

const capabilitiesOf = (model: (typeof MODELS)[number]) => {
  const options = SARVAM_VOICES[model];
  const voiceIn = (language: string) =>
    model !== FLASH || isOfDefaultPersona(language)
      ? { default: options[0], options, allow_custom_input: model === FLASH }
      : { options: [], allow_custom_input: true };
  const manner = model === 'bulbul:v3' ? { temperature: TEMPERATURE } : { pitch: PITCH, loudness: LOUDNESS };
  const settingsIn = (language: string) => ({ voice: voiceIn(language), pace: PACE, ...manner });
  return {
    languages: LANGUAGES,
    settings: Object.fromEntries(Object.keys(LANGUAGES).map((id) => [id, settingsIn(id)])),
  };
};

/** Sarvam's Bulbul over a socket. Parallel texts use separate sockets. */
export const sarvamTts = ttsProvider({
  provider: 'sarvam',
  name: 'Sarvam Bulbul',
  vendor: 'Sarvam AI',
  provider_type: 'cloud',
  description: 'Voices for ten languages of India and Indian English.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://dashboard.sarvam.ai' }),
    model: choice(MODELS, { default: 'bulbul:v3', docs_url: 'https://docs.sarvam.ai' }),
    language: text({ default: 'hi' }),
    voice: text({
      model_options: SARVAM_VOICES,
      allow_custom_input: true,
      description: 'A speaker of the model. Without one it is the first; of bulbul:v4-flash a persona of the language.',
    }),
    pace: number({ ...PACE, description: 'How fast it speaks.' }),
    pitch: number({ ...PITCH, description: 'Not of bulbul:v3.' }),
    loudness: number({ ...LOUDNESS, description: 'Not of bulbul:v3.' }),
    temperature: number({ ...TEMPERATURE, description: 'How lively it speaks. Of bulbul:v3 only.' }),
    enable_preprocessing: flag({ default: true, description: 'Reads numbers, dates and mixed scripts as people do.' }),
    base_url: baseUrl('https://api.sarvam.ai'),
  },
  capabilities: {
    'bulbul:v3': capabilitiesOf('bulbul:v3'),
    'bulbul:v4-flash': capabilitiesOf('bulbul:v4-flash'),
    'bulbul:v2': capabilitiesOf('bulbul:v2'),
  },
  renamed: { speed: 'pace' },
  spelled: { model: { 'bulbul:v3-beta': 'bulbul:v3' } },
  retired: { 'bulbul:v1': 'bulbul:v3' },
  check({ base_url, model, language, voice, pitch, loudness, temperature }) {
    upstreamUrl(base_url);
    checkVoice(model, language, voice);
    const isThird = model === 'bulbul:v3';
    if (isThird && (pitch !== undefined || loudness !== undefined))
      throw invalid('pitch and loudness are not settings of bulbul:v3');
    if (!isThird && temperature !== undefined) throw invalid(`temperature is not a setting of ${model}`);
  },
  open(settings, { sampleRate: wanted }, network) {
    const { api_key, model, voice, pace, pitch, loudness, temperature, enable_preprocessing } = settings;
    const sampleRate = nearestRate(RATES, wanted);
    const query = { model, send_completion_event: true };
    const url = endpoint(settings.base_url, 'ws', '/text-to-speech/ws', query);
    const options = {
      model,
      language_code: codeOf('sarvam', LANGUAGES, settings.language),
      speaker: voice ?? SARVAM_VOICES[model][0],
      pace,
      pitch,
      loudness,
      temperature,
      enable_preprocessing,
    };
    const request = { vendor: 'sarvam', url, headers: sarvamHeaders(api_key), network };
    return SocketSynthesiser.open(sarvamTtsProtocol(request, { sampleRate, wire: wireCodec(sampleRate), options }));
  },
});
