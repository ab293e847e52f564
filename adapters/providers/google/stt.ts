import { invalid } from '../../../domain/errors.ts';
import { choice, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { googleCredentials } from './fields.ts';
import { googleRecognize } from './recognize.ts';
import { serviceAccount } from './service-account.ts';
import { codeOf, localeCodes } from '../language-codes.ts';
import { endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { BatchTranscription } from '../_speech/batch-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const LANGUAGES = localeCodes(
  'af-ZA am-ET ar-EG ar-AE ar-MA ar-QA ar-SA as-IN az-AZ be-BY bg-BG bn-IN bn-BD bs-BA ca-ES cs-CZ cy-GB da-DK de-DE ' +
    'de-AT de-CH el-GR en-US en-AU en-CA en-GB en-IE en-IN en-NZ en-PH en-SG en-ZA es-ES es-419 es-AR es-CL es-CO es-MX ' +
    'es-US et-EE eu-ES fa-IR fi-FI fil-PH fr-FR fr-BE fr-CA fr-CH ga-IE gl-ES gu-IN ha-NG hi-IN hr-HR hu-HU hy-AM id-ID ' +
    'ig-NG is-IS it-IT ja-JP jv-ID ka-GE kk-KZ km-KH kn-IN ko-KR lo-LA lt-LT lv-LV mk-MK ml-IN mn-MN mr-IN ms-MY mt-MT ' +
    'my-MM ne-NP nl-NL nl-BE no-NO or-IN pl-PL pt-PT pt-BR ro-RO ru-RU sd-IN si-LK sk-SK sl-SI so-SO sq-AL sr-RS su-ID ' +
    'sv-SE sw-TZ ta-IN te-IN th-TH tr-TR uk-UA ur-IN ur-PK uz-UZ vi-VN xh-ZA yo-NG zu-ZA',
  {
    he: 'iw-IL',
    pa: 'pa-Guru-IN',
    yue: 'yue-Hant-HK',
    zh: 'cmn-Hans-CN',
    'zh-HK': 'cmn-Hans-HK',
    'zh-TW': 'cmn-Hant-TW',
  },
);
/** Models that `global` does not have, and their locations. source: Google's pages of Chirp 2 and Chirp 3 */
const NOT_GLOBAL: ReadonlyMap<string, string> = new Map([
  ['chirp_2', 'us-central1, europe-west4 or asia-southeast1'],
  ['chirp_3', 'us or eu'],
]);
const KNOWN = { languages: LANGUAGES };

/** Google's batch transcription. Streaming needs gRPC. */
export const googleStt = sttProvider({
  provider: 'google_speech',
  name: 'Google Speech',
  provider_type: 'cloud',
  hosts: ['speech.googleapis.com', '*-speech.googleapis.com', 'oauth2.googleapis.com'],
  description: 'Google Cloud speech recognition of whole utterances: no words while the caller speaks.',
  required: ['credentials'],
  fields: {
    credentials: googleCredentials(),
    model: choice(['latest_long', 'latest_short', 'telephony', 'chirp_2', 'chirp_3'], {
      default: 'latest_long',
      docs_url: 'https://cloud.google.com/speech-to-text/v2/docs/transcription-model',
      description: 'The chirp models are in some locations only, and never in global.',
    }),
    location: choice(
      ['global', 'us', 'eu', 'us-central1', 'europe-west4', 'asia-south1', 'asia-southeast1', 'asia-northeast1'],
      { default: 'global', description: 'Where the audio is processed.' },
    ),
    language: transcriptionLanguage(),
    endpointing_ms: endpointing(500),
    keyterms: keytermsField(),
    base_url: text({
      format: 'uri',
      allow_custom_input: true,
      description: 'Instead of the location: an endpoint of your own.',
    }),
  },
  capabilities: { latest_long: KNOWN, latest_short: KNOWN, telephony: KNOWN, chirp_2: KNOWN, chirp_3: KNOWN },
  check({ base_url, model, location }) {
    if (base_url !== undefined) upstreamUrl(base_url);
    const places = NOT_GLOBAL.get(model);
    if (places !== undefined && location === 'global')
      throw invalid(`location must not be global for ${model}: choose one that has it, such as ${places}`);
  },
  async open(settings, { sampleRate, language, wordTimes = false }, listener, network) {
    const { credentials, model, location, keyterms, endpointing_ms } = settings;
    const wire = wireCodec(sampleRate);
    const account = serviceAccount(credentials, network);
    await account.headers();
    const host = location === 'global' ? 'speech.googleapis.com' : `${location}-speech.googleapis.com`;
    const place = `projects/${encodeURIComponent(account.projectId)}/locations/${location}`;
    const url = endpoint(settings.base_url ?? `https://${host}`, 'http', `/v2/${place}/recognizers/_:recognize`);
    const words = keyterms.map((value) => ({ value, boost: 10 }));
    const config = {
      model,
      languageCodes: [codeOf('google_speech', LANGUAGES, settings.language ?? language)],
      explicitDecodingConfig: {
        encoding: wire.isMulaw ? 'MULAW' : 'LINEAR16',
        sampleRateHertz: sampleRate,
        audioChannelCount: 1,
      },
      features: { enableAutomaticPunctuation: true, ...(wordTimes && { enableWordTimeOffsets: true }) },
      ...(words.length > 0 && { adaptation: { phraseSets: [{ inlinePhraseSet: { phrases: words } }] } }),
    };
    const transcribe = googleRecognize({ url, account, config, wire, network });
    return new BatchTranscription(transcribe, listener, { endpointingMs: endpointing_ms, sampleRate });
  },
});
