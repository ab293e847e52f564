import { invalid } from '../../../domain/errors.ts';
import { choice, flag, number, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { openWebSocket } from '../../lib/web-socket.ts';
import { FluxSttProtocol } from './flux-stt-protocol.ts';
import { novaSttProtocol } from './nova-stt-protocol.ts';
import { sttProvider } from '../define.ts';
import { codeOf, ENGLISH, languageCodes, type LanguageCodes } from '../language-codes.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { fittingKeyterms, requireKeyterms } from '../_speech/keyterms.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

/** source: https://developers.deepgram.com/docs/keyterm */
const KEYTERMS = { termsMax: 100 };

// Deepgram uses `zh-HK` for Cantonese, other vendors for Mandarin.
const NOVA_3 = languageCodes(
  'multi ar ar-AE ar-EG ar-MA ar-QA ar-SA be bg bn bs ca cs da de de-CH el en en-AU en-GB en-IN en-NZ en-US es es-419 et ' +
    'fa fi fr fr-CA he hi hr hu it ja kn ko lt lv mk mr ms nl nl-BE no pl pt pt-BR pt-PT ro ru sk sl sr sv ta te th tr uk ' +
    'ur vi zh zh-CN zh-TW',
  { fil: 'tl', 'zh-HK': '' },
);
const NOVA_3_MEDICAL = languageCodes('multi en en-AU en-GB en-IN en-NZ en-US de es fr hi it ja nl pt ru');
const NOVA_2 = languageCodes(
  'multi bg ca cs da de de-CH el en en-AU en-GB en-IN en-NZ en-US es es-419 et fi fr fr-CA hi hu id it ja ko lt lv ms nl ' +
    'nl-BE no pl pt pt-BR pt-PT ro ru sk sv th tr uk vi zh zh-CN zh-TW',
  { 'zh-HK': '' },
);
const FLUX_MULTI = languageCodes('multi de en es fr hi it ja nl pt ru');

const MODELS = {
  'nova-3': { languages: NOVA_3 },
  'nova-3-medical': { languages: NOVA_3_MEDICAL },
  'nova-2': { languages: NOVA_2 },
  'flux-general-en': { languages: ENGLISH },
  'flux-general-multi': { languages: FLUX_MULTI },
};

/** Deepgram's streaming STT: Nova by segments, Flux by turns. We end turns, unless Flux is asked to. */
export const deepgramStt = sttProvider({
  provider: 'deepgram',
  name: 'Deepgram',
  provider_type: 'cloud',
  description: 'Streaming speech recognition with words while the caller speaks.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://console.deepgram.com' }),
    model: text({
      default: 'nova-3',
      allow_custom_input: true,
      docs_url: 'https://developers.deepgram.com/docs/models-languages-overview',
    }),
    language: transcriptionLanguage(),
    base_url: baseUrl('https://api.deepgram.com', ['https://api.eu.deepgram.com', 'https://api.in.deepgram.com']),
    endpointing_ms: endpointing(),
    smart_format: flag({ default: true, description: 'Writes numbers, dates and amounts as people do. Nova only.' }),
    numerals: flag({ default: false }),
    profanity_filter: flag({ default: false }),
    keyterms: keytermsField(KEYTERMS),
    eot_threshold: number({
      default: 0.7,
      minimum: 0.5,
      maximum: 0.9,
      description: 'How sure Flux must be of an end of turn, where it ends turns.',
    }),
    eager_eot_threshold: number({
      default: 0.5,
      minimum: 0.3,
      maximum: 0.9,
      description: 'How sure Flux must be for the reply to be prepared, where it ends turns.',
    }),
    privacy: choice(['default', 'no_training'], {
      default: 'default',
      description: 'no_training keeps the audio out of the vendor’s model improvement.',
    }),
  },
  capabilities: MODELS,
  check({ base_url, keyterms, eot_threshold, eager_eot_threshold }) {
    upstreamUrl(base_url);
    if (eager_eot_threshold > eot_threshold) throw invalid('eager_eot_threshold must be at most eot_threshold');
    requireKeyterms(keyterms, KEYTERMS);
  },
  open(settings, { sampleRate, language, turns }, listener, network) {
    const isFlux = settings.model.startsWith('flux');
    const endsTurns = isFlux && turns !== undefined;
    const url = (isFlux ? fluxUrl : novaUrl)({ ...settings, endsTurns }, sampleRate, settings.language ?? language);
    const headers = { authorization: `Token ${settings.api_key}` };
    return StreamingTranscription.open(
      {
        name: 'deepgram',
        endpointingMs: settings.endpointing_ms,
        ...(isFlux && { interimGapMs: FLUX_UPDATE_MS }),
        reportsTurns: endsTurns,
        sampleRate,
        finalTimeoutMs: 1_200,
        isSilentWithoutWords: !isFlux,
        replaySpeed: REPLAY_SPEED,
        keepAlive: isFlux ? null : { everyMs: 4_000, message: '{"type":"KeepAlive"}' },
        closeMessage: '{"type":"CloseStream"}',
        connect: (lines) => openWebSocket({ vendor: 'deepgram', url, headers, network }, lines),
        openProtocol: () => (isFlux ? new FluxSttProtocol({ sampleRate, endsTurns }) : novaSttProtocol(sampleRate)),
      },
      listener,
    );
  },
});

/**
 * The vendor takes audio at no more than 1.25 times real time:
 * https://developers.deepgram.com/docs/recovering-from-connection-errors-and-timeouts-when-live-streaming-audio
 */
const REPLAY_SPEED = 1.25;

/** Audio between two updates: https://developers.deepgram.com/docs/flux/state. In ms. */
const FLUX_UPDATE_MS = 250;

interface DeepgramSettings {
  readonly model: string;
  readonly base_url: string;
  readonly smart_format: boolean;
  readonly numerals: boolean;
  readonly profanity_filter: boolean;
  readonly keyterms: readonly string[];
  readonly privacy: string;
  readonly endsTurns: boolean;
  readonly eot_threshold: number;
  readonly eager_eot_threshold: number;
}

/** Models that take boosted single words instead of keyterms: https://developers.deepgram.com/docs/keywords. */
const takesKeywords = (model: string): boolean =>
  ['base', 'enhanced', 'nova-general', 'nova-phonecall', 'nova-2'].some((name) => model.startsWith(name)) ||
  model === 'nova';

const novaUrl = (settings: DeepgramSettings, sampleRate: number, language: string): URL =>
  endpoint(settings.base_url, 'ws', '/v1/listen', {
    ...sharedQuery(settings, sampleRate),
    ...(takesKeywords(settings.model)
      ? { keywords: fittingKeyterms(settings.keyterms, KEYTERMS).flatMap((term) => term.split(' ')) }
      : { keyterm: fittingKeyterms(settings.keyterms, KEYTERMS) }),
    language: codeOf('deepgram', languagesOf(settings.model, NOVA_3), language),
    channels: 1,
    interim_results: true,
    endpointing: false,
    punctuate: true,
    smart_format: settings.smart_format,
  });

function fluxUrl(settings: DeepgramSettings, sampleRate: number, language: string): URL {
  const code = codeOf('deepgram', languagesOf(settings.model, FLUX_MULTI), language);
  return endpoint(settings.base_url, 'ws', '/v2/listen', {
    ...sharedQuery(settings, sampleRate),
    keyterm: fittingKeyterms(settings.keyterms, KEYTERMS),
    // 1.0 disables the vendor's own end of turn, because turns end on request. Its maximum is a safeguard:
    // https://developers.deepgram.com/docs/flux/own-turn-detection.
    eot_threshold: settings.endsTurns ? settings.eot_threshold : '1.0',
    eager_eot_threshold: settings.endsTurns ? settings.eager_eot_threshold : undefined,
    eot_timeout_ms: settings.endsTurns ? undefined : 60_000,
    language_hint: settings.model === 'flux-general-en' || code === 'multi' ? undefined : code,
  });
}

const sharedQuery = (settings: DeepgramSettings, sampleRate: number) => ({
  model: settings.model,
  encoding: wireCodec(sampleRate).isMulaw ? 'mulaw' : 'linear16',
  sample_rate: sampleRate,
  numerals: settings.numerals || undefined,
  profanity_filter: settings.profanity_filter || undefined,
  mip_opt_out: settings.privacy === 'no_training' || undefined,
});

const languagesOf = (model: string, otherwise: LanguageCodes): LanguageCodes =>
  new Map<string, { languages: LanguageCodes }>(Object.entries(MODELS)).get(model)?.languages ?? otherwise;
