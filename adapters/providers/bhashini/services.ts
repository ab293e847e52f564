import { secret, text } from '../../../domain/providers/fields.ts';
import { languageCodes, type LanguageCodes } from '../language-codes.ts';

/** The key and the service, for recognition and for voices. */
export const bhashiniFields = (service: string, description: string) => ({
  api_key: secret({
    docs_url: 'https://dashboard.bhashini.co.in/user/register',
    description: 'The inference API key, not the ULCA key.',
  }),
  model: text({
    default: service,
    allow_custom_input: true,
    docs_url: 'https://dibd-bhashini.gitbook.io/bhashini-apis/available-models-for-usage',
    description,
  }),
});

// source: Bhashini's page "Available models for usage", November 2026. Codes are ISO 639: Goan Konkani is `gom`. Leaves
// out services that use a different script for a language.

const DRAVIDIAN = languageCodes('kn ml ta te');

/** Recognition services by id, with their language codes. */
export const RECOGNISERS: Readonly<Record<string, LanguageCodes>> = {
  'bhashini/ai4bharat/conformer-multilingual-asr': languageCodes(
    'as bn brx doi gu hi kn ks mai ml mni mr ne or pa sa sat sd ta te ur',
    { kok: 'gom' },
  ),
  'bhashini/bodhan/asr-transcribe-flex': languageCodes(
    'en as bn brx doi gu hi kn ks kok mai ml mni mr ne or pa sa sat sd ta te ur',
  ),
  'bhashini/bodhan/asr-transcribe-core': languageCodes(
    'en as bn brx doi gu hi kn ks kok mai ml mni mr ne or pa sa sat sd ta te ur',
  ),
  'bhashini/iitm/asr-indoaryan--gpu--t4': languageCodes('bn gu hi mr or pa'),
  'bhashini/iitm/asr-dravidian--gpu--t4': DRAVIDIAN,
  'bhashini/iisc/asr-mai-t4': languageCodes('mai'),
  'ai4bharat/conformer-hi-gpu--t4': languageCodes('hi'),
  'ai4bharat/conformer-multilingual-indo_aryan-gpu--t4': languageCodes('bn gu hi mr or pa sa ur'),
  'ai4bharat/conformer-multilingual-dravidian-gpu--t4': DRAVIDIAN,
  'ai4bharat/whisper-medium-en--gpu--t4': languageCodes('en'),
};

/** Synthesis services by id, with their language codes. */
export const SPEAKERS: Readonly<Record<string, LanguageCodes>> = {
  'Bhashini/IITM/TTS': languageCodes('as bn brx doi en gu hi kn mai ml mni mr ne or pa sa ta te ur', { kok: 'gom' }),
  'bhashini/bodhan/indic-tts': languageCodes('as bn doi en gu hi kn ks ml mni mr ne or sa sat sd ta te', {
    kok: 'gom',
  }),
  'Bhashini/IISC/TTS': languageCodes('bn en gu hi kn mai mr te'),
  'ai4bharat/indic-tts-coqui-indo_aryan-gpu--t4': languageCodes('as bn gu hi mr or pa'),
  'ai4bharat/indic-tts-coqui-dravidian-gpu--t4': DRAVIDIAN,
  'ai4bharat/indic-tts-coqui-misc-gpu--t4': languageCodes('brx en mni'),
};

/** Language codes of a service. For an unlisted one, those of all services. */
export const codesOf = (services: Readonly<Record<string, LanguageCodes>>, service: string): LanguageCodes =>
  new Map(Object.entries(services)).get(service) ??
  Object.fromEntries(Object.values(services).toReversed().flatMap(Object.entries));
