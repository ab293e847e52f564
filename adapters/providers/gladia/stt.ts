import { choice, flag, number, secret } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { GladiaSttProtocol } from './stt-protocol.ts';
import { openGladia } from './session.ts';
import { ANY_LANGUAGE, codeOf, languageCodes } from '../language-codes.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const LANGUAGES = languageCodes(
  'af am ar as az be bg bn bs ca cs cy da de el en es et eu fa fi fr gl gu ha he hi hr hu hy id is it ja ka kk km kn ko ' +
    'lo lt lv mk ml mn mr ms mt my ne nl no pa pl pt ro ru sa sd si sk sl so sq sr su sv sw ta te th tr uk ur uz vi yo zh',
  { multi: ANY_LANGUAGE, fil: 'tl', jv: 'jw' },
);
/** Silence after which the vendor sends a transcript, in seconds. We decide the end of turn. */
const SHORT_SILENCE = 0.1;
const MESSAGES = {
  receive_partial_transcripts: true,
  receive_final_transcripts: true,
  receive_speech_events: true,
  receive_acknowledgments: true,
  receive_errors: true,
  receive_pre_processing_events: false,
  receive_realtime_processing_events: false,
  receive_post_processing_events: false,
  receive_lifecycle_events: false,
};

/** Gladia's streaming STT, in a session requested first. */
export const gladiaStt = sttProvider({
  provider: 'gladia',
  name: 'Gladia',
  provider_type: 'cloud',
  description: 'Streaming speech recognition in a hundred languages, also when callers change between them.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://app.gladia.io/apikeys' }),
    model: choice(['solaria-1'], { default: 'solaria-1', docs_url: 'https://docs.gladia.io' }),
    language: transcriptionLanguage(),
    code_switching: flag({ default: false, description: 'Also transcribes languages other than the configured one.' }),
    region: choice(['us-west', 'eu-west'], {
      description: 'Where the audio is processed. Gladia decides when it is left out.',
    }),
    endpointing_ms: endpointing(),
    speech_threshold: number({ minimum: 0, maximum: 1, description: 'Higher values treat less noise as speech.' }),
    keyterms: keytermsField(),
    base_url: baseUrl('https://api.gladia.io'),
  },
  capabilities: { 'solaria-1': { languages: LANGUAGES } },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate, language }, listener, network) {
    const { model, region, endpointing_ms, code_switching, speech_threshold, keyterms } = settings;
    const wire = wireCodec(sampleRate);
    const code = codeOf('gladia', LANGUAGES, settings.language ?? language);
    const isAny = code === ANY_LANGUAGE;
    const config = {
      model,
      encoding: wire.isMulaw ? 'wav/ulaw' : 'wav/pcm',
      bit_depth: wire.isMulaw ? 8 : 16,
      sample_rate: sampleRate,
      channels: 1,
      endpointing: SHORT_SILENCE,
      language_config: { languages: isAny ? [] : [code], code_switching: isAny || code_switching },
      ...(speech_threshold !== undefined && { pre_processing: { speech_threshold } }),
      ...(keyterms.length > 0 && {
        realtime_processing: { custom_vocabulary: true, custom_vocabulary_config: { vocabulary: keyterms } },
      }),
      messages_config: MESSAGES,
    };
    const url = endpoint(settings.base_url, 'http', '/v2/live', { region });
    return StreamingTranscription.open(
      {
        name: 'gladia',
        endpointingMs: endpointing_ms,
        sampleRate,
        finalTimeoutMs: 2_000,
        keepAlive: { everyMs: 10_000, message: '{"type":"audio_chunk","data":{"chunk":""}}' },
        closeMessage: '{"type":"stop_recording"}',
        connect: (lines) => openGladia({ url, key: settings.api_key, config, network }, lines),
        openProtocol: () => new GladiaSttProtocol(wire, sampleRate),
      },
      listener,
    );
  },
});
