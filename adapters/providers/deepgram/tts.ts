import { invalid } from '../../../domain/errors.ts';
import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { ttsProvider } from '../define.ts';
import { fluxTtsProtocol } from './flux-tts-protocol.ts';
import { languageCodes } from '../language-codes.ts';
import { HttpSynthesiser } from '../_speech/http-synthesiser.ts';
import { nearestRate } from '../_speech/pcm.ts';
import { unseparated, withPhonemes } from '../_speech/phonemes.ts';
import { SocketSynthesiser } from '../_speech/socket-synthesiser.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const AURA_2: Readonly<Record<string, readonly string[]>> = {
  en: words(
    'thalia amalthea andromeda apollo arcas aries asteria athena atlas aurora callista cora cordelia delia draco electra ' +
      'harmonia helena hera hermes hyperion iris janus juno jupiter luna mars minerva neptune odysseus ophelia orion ' +
      'orpheus pandora phoebe pluto saturn selene theia vesta zeus',
  ),
  es: words(
    'celeste agustina alvaro antonia aquila carina diana estrella gloria javier luciano nestor olivia selena silvia sirio ' +
      'valerio',
  ),
  de: words('viktoria aurelia elara fabian julius kara lara'),
  fr: words('agathe hector'),
  nl: words('rhea beatrix cornelia daphne hestia lars leda roman sander'),
  it: words('livia cesare cinzia demetra dionisio elio flavio maia melia'),
  ja: words('izanami ama ebisu fujin uzume'),
};
const AURA_1 = words('asteria angus arcas athena helios hera luna orion orpheus perseus stella zeus');
const FLUX = words('alexis bruce cole drew haley heather jack marcus priya renee rufus sharon');
const RATES = [8_000, 16_000, 24_000, 32_000, 48_000];
const SPEED = { default: 1, minimum: 0.7, maximum: 1.5 } as const;
const MODELS = ['aura-2', 'aura', 'flux'] as const;
type Model = (typeof MODELS)[number];
/** Languages in which Aura-2 takes pronunciations (developers.deepgram.com/docs/tts-voice-controls). */
const IPA_LANGUAGES = ['en', 'es'];
/** Flux accepts only multiples of this speed. */
const FLUX_STEP = 0.05;

function voicesOf(model: Model, code: string): readonly string[] {
  if (model === 'flux') return FLUX;
  return model === 'aura' ? AURA_1 : (AURA_2[code] ?? []);
}

const capabilitiesOf = (model: Model, codes: Readonly<Record<string, string>>) => ({
  languages: codes,
  settings: Object.fromEntries(
    Object.entries(codes).map(([id, code]) => {
      const options = voicesOf(model, code);
      return [id, { voice: { default: options[0], options }, speed: SPEED }];
    }),
  ),
});

const LANGUAGES = {
  'aura-2': languageCodes(Object.keys(AURA_2).join(' ')),
  aura: languageCodes('en'),
  flux: languageCodes('en'),
};

/**
 * Deepgram's voices. Aura uses one HTTP request per text, because its socket takes at most twenty texts a minute. Flux
 * uses a socket and keeps its tone from text to text.
 */
export const deepgramTts = ttsProvider({
  provider: 'deepgram',
  name: 'Deepgram Aura',
  vendor: 'Deepgram',
  provider_type: 'cloud',
  description: 'Voices for telephone calls in seven languages; Flux keeps its tone over a call, in English.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://console.deepgram.com' }),
    model: choice(MODELS, { default: 'aura-2', description: 'flux speaks English only.' }),
    language: text({ default: 'en' }),
    voice: text({
      model_options: { 'aura-2': [...new Set(Object.values(AURA_2).flat())], aura: AURA_1, flux: FLUX },
      description: 'A voice of the language. Without one it is the first of the language.',
      docs_url: 'https://developers.deepgram.com/docs/tts-models',
    }),
    speed: number({ ...SPEED, description: 'How fast it speaks. Not in all languages; flux in steps of 0.05.' }),
    base_url: text({
      format: 'uri',
      default: 'https://api.deepgram.com',
      examples: ['https://api.deepgram.com', 'https://api.eu.deepgram.com', 'https://api.in.deepgram.com'],
      allow_custom_input: true,
      description: 'Where the text is processed.',
    }),
  },
  capabilities: {
    'aura-2': capabilitiesOf('aura-2', LANGUAGES['aura-2']),
    aura: capabilitiesOf('aura', LANGUAGES.aura),
    flux: capabilitiesOf('flux', LANGUAGES.flux),
  },
  check(settings) {
    upstreamUrl(settings.base_url);
    voiceOf(settings);
    const steps = settings.speed / FLUX_STEP;
    if (settings.model === 'flux' && Math.abs(steps - Math.round(steps)) > 1e-6)
      throw invalid(`speed must be a multiple of ${FLUX_STEP} with flux`);
  },
  async open(settings, { sampleRate: wanted }, network) {
    const sampleRate = nearestRate(RATES, wanted);
    const wire = wireCodec(sampleRate);
    const authorization = `Token ${settings.api_key}`;
    const query = {
      model: voiceOf(settings),
      encoding: wire.isMulaw ? 'mulaw' : 'linear16',
      sample_rate: sampleRate,
      speed: settings.speed === 1 ? undefined : settings.speed,
    };
    if (settings.model === 'flux') {
      const address = endpoint(settings.base_url, 'ws', '/v2/speak', query);
      const request = { vendor: 'deepgram', url: address, headers: { authorization }, network };
      return SocketSynthesiser.open(fluxTtsProtocol(request, { sampleRate, wire }));
    }
    const url = endpoint(settings.base_url, 'http', '/v1/speak', { ...query, container: 'none' });
    const headers = { authorization, 'content-type': 'application/json' };
    const requestFor = (segment: string, phonemes?: readonly PhonemeSpan[]) => ({
      vendor: 'deepgram',
      url,
      headers,
      body: JSON.stringify({ text: withPhonemes(segment, phonemes, override) }),
      network,
    });
    const speaksIpa = settings.model === 'aura-2' && IPA_LANGUAGES.includes(settings.language);
    return new HttpSynthesiser({ sampleRate, wire, speaksIpa, requestFor });
  },
});

/** A word with its pronunciation, inside the text: JSON with escaped braces. */
const override = (ipa: string, word: string): string =>
  JSON.stringify({ word, pronounce: unseparated(ipa) }).replace(/^\{|\}$/g, (brace) => `\\${brace}`);

/** The vendor's model name of a voice, such as `aura-2-thalia-en`. Rejects a voice of another language. */
function voiceOf({ model, language, voice }: { model: Model; language: string; voice?: string | undefined }): string {
  const code = LANGUAGES[model][language];
  if (code === undefined) throw invalid(`language must be one that ${model} speaks`);
  const voices = voicesOf(model, code);
  if (voice !== undefined && !voices.includes(voice)) throw invalid(`voice must be one that speaks ${language}`);
  return `${model}-${voice ?? voices[0]}-${code}`;
}

function words(list: string): readonly string[] {
  return list.split(' ');
}
