import { invalid } from '../../../domain/errors.ts';
import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { codeOf, languageCodes } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { rimeTtsProtocol } from './tts-protocol.ts';
import { baseUrl } from '../_speech/fields.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const FOUR = { en: 'eng', es: 'spa', fr: 'fra', de: 'ger' };
const LANGUAGES = {
  // Coda uses the other of the two codes for German (docs.rime.ai/api-reference/coda/websockets-json).
  coda: languageCodes('', { ...FOUR, de: 'deu', pt: 'por', ja: 'jpn' }),
  mistv3: languageCodes('', FOUR),
  mistv2: languageCodes('', FOUR),
};
const RATES = [8_000, 16_000, 22_050, 24_000];
/** The default voice. Each of the vendor's voices has one language. */
const ENGLISH_VOICE = 'astra';
const TIME_SCALE = { default: 1, minimum: 0.5, maximum: 2 } as const;
const ENGLISH = /^en(-|$)/;

/**
 * The speed field of the socket, which ignores `timeScaleFactor` (docs.rime.ai/docs/speed). A higher value is slower
 * for mistv2 and faster for the other models.
 */
function speedAlpha(model: string, timeScale: number): number | undefined {
  if (timeScale === TIME_SCALE.default) return undefined;
  return model === 'mistv2' ? timeScale : Math.round(1_000 / timeScale) / 1_000;
}

const capabilitiesOf = (languages: Readonly<Record<string, string>>) => ({
  languages,
  settings: Object.fromEntries(Object.keys(languages).map((id) => [id, { time_scale_factor: TIME_SCALE }])),
});

/** Rime's voices over a socket. Parallel texts use separate sockets. */
export const rimeTts = ttsProvider({
  provider: 'rime',
  name: 'Rime',
  provider_type: 'cloud',
  description: 'Voices of ordinary people, made for telephone calls.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://app.rime.ai/tokens' }),
    model: choice(['coda', 'mistv3', 'mistv2'], { default: 'coda', docs_url: 'https://docs.rime.ai/docs/models' }),
    language: text({ default: 'en' }),
    voice: text({
      examples: [ENGLISH_VOICE, 'lyra', 'celeste'],
      allow_custom_input: true,
      description: 'A voice of the language. English has one without it.',
      docs_url: 'https://docs.rime.ai/docs/voices',
    }),
    time_scale_factor: number({
      ...TIME_SCALE,
      description: 'How long it takes to speak: 1 is the pace of the voice, 2 half as fast.',
    }),
    base_url: baseUrl('https://users-ws.rime.ai'),
  },
  capabilities: {
    coda: capabilitiesOf(LANGUAGES.coda),
    mistv3: capabilitiesOf(LANGUAGES.mistv3),
    mistv2: capabilitiesOf(LANGUAGES.mistv2),
  },
  check({ base_url, model, language, voice }) {
    upstreamUrl(base_url);
    if (!(language in LANGUAGES[model])) throw invalid(`language must be one that ${model} speaks`);
    if (voice === undefined && !ENGLISH.test(language)) throw invalid(`voice is required for ${language}`);
  },
  open(settings, { sampleRate: wanted }, network) {
    const { api_key, model, language, voice = ENGLISH_VOICE, time_scale_factor, base_url } = settings;
    const sampleRate = nearestRate(RATES, wanted);
    const wire = wireCodec(sampleRate);
    const url = endpoint(base_url, 'ws', '/ws3', {
      speaker: voice,
      modelId: model,
      lang: codeOf('rime', LANGUAGES[model], language),
      audioFormat: wire.isMulaw ? 'mulaw' : 'pcm',
      samplingRate: sampleRate,
      segment: 'never',
      speedAlpha: speedAlpha(model, time_scale_factor),
    });
    const request = { vendor: 'rime', url, headers: bearer(api_key), network };
    // The vendor writes out English texts only.
    const protocol = { ...rimeTtsProtocol(request, { sampleRate, wire }), needsNormalisation: !ENGLISH.test(language) };
    return SocketSynthesiser.open(protocol);
  },
});
