import { choice, flag, secret, text } from '../../../domain/providers/fields.ts';
import { assemblyAiFault, PERMANENT } from './error-codes.ts';
import { AssemblyAiSttProtocol, FINAL_TIMEOUT_MS } from './stt-protocol.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { ANY_LANGUAGE, codeOf, ENGLISH, languageCodes, languageOf, type LanguageCodes } from '../language-codes.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { fittingKeyterms, requireKeyterms } from '../_speech/keyterms.ts';
import { openWithHandshake } from '../_speech/handshake.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

/** source: AssemblyAI's streaming API, keyterms_prompt */
const KEYTERMS = { termsMax: 100, termCharactersMax: 50 };

const ANY = { multi: ANY_LANGUAGE };
const PRO_3_6 = languageCodes(
  'af ar ca da de en es et fa fi fr gl he hi it ja ko mr nl no pt ro ru sv tr ur vi xh yue zh zu',
  ANY,
);
const PRO_3_5 = languageCodes('ar da de en es fi fr he hi it ja nl no pt sv tr vi zh', ANY);
const SIX = languageCodes('en es de fr pt it', ANY);
const MODELS: Readonly<Record<string, { readonly languages: LanguageCodes }>> = {
  'universal-3-6-pro': { languages: PRO_3_6 },
  'universal-3-5-pro': { languages: PRO_3_5 },
  'u3-rt-pro': { languages: SIX },
  'universal-streaming-multilingual': { languages: SIX },
  'universal-streaming-english': { languages: ENGLISH },
};

/** AssemblyAI's streaming STT. We end turns, unless the vendor is asked to. If it ends one earlier, the parts are joined. */
export const assemblyaiStt = sttProvider({
  provider: 'assemblyai',
  name: 'AssemblyAI',
  provider_type: 'cloud',
  description: 'Streaming speech recognition made for voice agents.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://www.assemblyai.com/dashboard/api-keys' }),
    model: text({
      default: 'universal-3-6-pro',
      allow_custom_input: true,
      docs_url: 'https://www.assemblyai.com/docs/streaming',
    }),
    language: transcriptionLanguage(),
    endpointing_ms: endpointing(),
    mode: choice(['min_latency', 'balanced', 'max_accuracy'], { description: 'What matters more. Not all models.' }),
    keyterms: keytermsField(KEYTERMS),
    prompt: text({ multiline: true, description: 'What the conversation is about. Not all models.' }),
    profanity_filter: flag({ default: false }),
    base_url: baseUrl('https://streaming.assemblyai.com', ['https://streaming.eu.assemblyai.com']),
  },
  capabilities: MODELS,
  check({ base_url, keyterms }) {
    upstreamUrl(base_url);
    requireKeyterms(keyterms, KEYTERMS);
  },
  open(settings, { sampleRate, language, turns }, listener, network) {
    const { api_key, model, endpointing_ms } = settings;
    const wire = wireCodec(sampleRate);
    const endsTurns = turns !== undefined;
    const url = urlOf({ ...settings, endsTurns }, sampleRate, settings.language ?? language);
    const request = {
      vendor: 'assemblyai',
      url,
      headers: { authorization: api_key },
      network,
      ourFault: PERMANENT,
    };
    const options = {
      ...{ sampleRate, wire, endsTurns, isFormattedLater: isFormattedLater(model), endpointingMs: endpointing_ms },
      languageOf: (code: unknown) => languageOf(languagesOf(model), code),
    };
    return StreamingTranscription.open(
      {
        name: 'assemblyai',
        endpointingMs: endpointing_ms,
        // They send words at pauses only, and no more while a caller speaks on.
        ...(isU3Pro(model) && { interimGapMs: null }),
        reportsTurns: endsTurns,
        sampleRate,
        finalTimeoutMs: FINAL_TIMEOUT_MS,
        isSilentWithoutWords: true,
        replaySpeed: REPLAY_SPEED,
        keepAlive: null,
        closeMessage: '{"type":"Terminate"}',
        connect: (lines) => openWithHandshake(request, { isReady }, lines),
        openProtocol: () => new AssemblyAiSttProtocol(options),
      },
      listener,
    );
  },
});

/**
 * The vendor takes audio at 1.25 times real time and queues the rest, so an end requested after faster audio would
 * apply too early. Five minutes of queued audio are an error (3007).
 * https://www.assemblyai.com/docs/streaming/message-sequence
 */
const REPLAY_SPEED = 1.25;
/** Extra silence before the vendor ends a turn itself, beyond our own endpointing, in ms. */
const LATER_MS = 2_000;
/** Silence after which U3 Pro sends interim words, or ends a turn at the end of a sentence, in ms. */
const PAUSE_MS = 100;

/** Models of the Universal-3 Pro family, which take languages and send words at pauses only. */
const isU3Pro = (model: string): boolean => model.startsWith('u3-') || model.startsWith('universal-3');

/** Models that report the end of a turn twice, the second time formatted. */
const isFormattedLater = (model: string): boolean => model.startsWith('universal-streaming');

/** Turns that end on request, or those of the vendor with its own pauses. Word by word models need no pause for words. */
function turnQuery({ model, mode, endpointing_ms, endsTurns }: AssemblyAiSettings) {
  if (endsTurns) return {};
  const later = endpointing_ms + LATER_MS;
  // A mode sets its own pauses.
  const pause = mode === undefined ? PAUSE_MS : undefined;
  return {
    end_of_turn_confidence_threshold: isFormattedLater(model) ? 1 : undefined,
    min_turn_silence: isU3Pro(model) ? pause : later,
    max_turn_silence: later,
  };
}

interface AssemblyAiSettings {
  readonly base_url: string;
  readonly model: string;
  readonly endpointing_ms: number;
  readonly mode?: string | undefined;
  readonly keyterms: readonly string[];
  readonly prompt?: string | undefined;
  readonly profanity_filter: boolean;
  readonly endsTurns: boolean;
}

const languagesOf = (model: string): LanguageCodes => MODELS[model]?.languages ?? PRO_3_6;

function urlOf(settings: AssemblyAiSettings, sampleRate: number, language: string): URL {
  const { model, keyterms, mode, prompt } = settings;
  const code = codeOf('assemblyai', languagesOf(model), language);
  return endpoint(settings.base_url, 'ws', '/v3/ws', {
    sample_rate: sampleRate,
    encoding: wireCodec(sampleRate).isMulaw ? 'pcm_mulaw' : 'pcm_s16le',
    speech_model: model,
    format_turns: isFormattedLater(model) || undefined,
    language_detection: code === ANY_LANGUAGE || undefined,
    language_codes: isU3Pro(model) && code !== ANY_LANGUAGE ? JSON.stringify([code]) : undefined,
    ...turnQuery(settings),
    mode,
    keyterms_prompt: keyterms.length > 0 ? JSON.stringify(fittingKeyterms(keyterms, KEYTERMS)) : undefined,
    prompt,
    filter_profanity: settings.profanity_filter || undefined,
  });
}

function isReady(message: string): boolean {
  const { type, error_code } = parseObject<{ type: string; error_code: unknown }>(message);
  if (type === 'Error') throw assemblyAiFault(error_code);
  return type === 'Begin';
}
