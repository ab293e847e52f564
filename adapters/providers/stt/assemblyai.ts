import { choice, flag, secret, text } from '../../../domain/providers/fields.ts';
import { AssemblyAiLine } from '../assemblyai/line.ts';
import { parsed } from '../../lib/parsed.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import { sttProvider } from '../define.ts';
import { ANY_LANGUAGE, codeOf, ENGLISH, languageCodes, type LanguageCodes } from '../language-codes.ts';
import { baseUrl, endpointing, heardLanguage, keytermsField } from '../speech/fields.ts';
import { openSession } from '../speech/session.ts';
import { StreamedTranscription } from '../speech/streamed-transcription.ts';
import { wireAudio } from '../speech/wire-audio.ts';

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

/** Unauthorised, out of funds, and what is wrong with our messages. */
const OUR_FAULT = [4001, 4002, 4003, 4100, 4101];

/** AssemblyAI by streaming. Its own ends of turns come too late to come before ours. */
export const assemblyai = sttProvider({
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
    language: heardLanguage(),
    endpointing_ms: endpointing(),
    mode: choice(['min_latency', 'balanced', 'max_accuracy'], { description: 'What matters more. Not all models.' }),
    keyterms: keytermsField({ limits: 'At most a hundred, of fifty characters each.' }),
    prompt: text({ multiline: true, description: 'What the conversation is about. Not all models.' }),
    profanity_filter: flag({ default: false }),
    base_url: baseUrl('https://streaming.assemblyai.com', ['https://streaming.eu.assemblyai.com']),
  },
  capabilities: MODELS,
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate, language }, listener, network) {
    const { api_key, model, endpointing_ms } = settings;
    const wire = wireAudio(sampleRate);
    const isFormattedLater = model.startsWith('universal-streaming');
    const codes = MODELS[model]?.languages ?? PRO_3_6;
    const url = endpoint(settings.base_url, 'ws', '/v3/ws', {
      sample_rate: sampleRate,
      encoding: wire.isMulaw ? 'pcm_mulaw' : 'pcm_s16le',
      speech_model: model,
      format_turns: isFormattedLater || undefined,
      end_of_turn_confidence_threshold: isFormattedLater ? 1 : undefined,
      ...languageOf(codeOf('assemblyai', codes, settings.language ?? language), codes),
      min_turn_silence: endpointing_ms + LATER_MS,
      max_turn_silence: endpointing_ms + LATER_MS,
      mode: settings.mode,
      keyterms_prompt: settings.keyterms.length > 0 ? JSON.stringify(settings.keyterms) : undefined,
      prompt: settings.prompt,
      filter_profanity: settings.profanity_filter || undefined,
    });
    const request = {
      vendor: 'assemblyai',
      url,
      headers: { authorization: api_key },
      network,
      ourFault: OUR_FAULT,
    };
    return StreamedTranscription.open(
      {
        name: 'assemblyai',
        endpointingMs: endpointing_ms,
        sampleRate,
        finalMs: 1_200,
        isSilentWithoutWords: true,
        keepAlive: null,
        farewell: '{"type":"Terminate"}',
        connect: (lines) => openSession(request, { isReady }, lines),
        line: () => new AssemblyAiLine({ sampleRate, wire, isFormattedLater }),
      },
      listener,
    );
  },
});

/** How much longer than we the vendor waits before it ends a turn by itself. */
const LATER_MS = 2_000;

/** What the vendor says before it closes is its reason; whether that is for good, its closing tells. */
function isReady(message: string): boolean {
  const { type } = parsed<{ type: string }>(message);
  if (type === 'Error') throw complaint('assemblyai', null, false);
  return type === 'Begin';
}

/** A model of one language is told none; the others lean to the language they are told. */
const languageOf = (code: string, codes: LanguageCodes) =>
  code === ANY_LANGUAGE || codes === ENGLISH ? {} : { language_codes: JSON.stringify([code]) };
