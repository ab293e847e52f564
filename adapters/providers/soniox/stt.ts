import { flag, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { openWebSocket } from '../../lib/web-socket.ts';
import { sttProvider } from '../define.ts';
import { ANY_LANGUAGE, codeOf, languageCodes, languageOf } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { sonioxSttProtocol } from './stt-protocol.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const LANGUAGES = languageCodes(
  'af ar az be bg bn bs ca cs cy da de el en es et eu fa fi fr gl gu he hi hr hu id it ja kk kn ko lt lv mk ml mr ms nl ' +
    'no pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh',
  { multi: ANY_LANGUAGE, fil: 'tl' },
);

/** Soniox' streaming STT: one model for all languages, which may be mixed. We end turns, unless the vendor is asked to. */
export const sonioxStt = sttProvider({
  provider: 'soniox',
  name: 'Soniox',
  provider_type: 'cloud',
  description: 'Streaming speech recognition in sixty languages by one model, also when they are mixed.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://console.soniox.com' }),
    model: text({ default: 'stt-rt-v5', allow_custom_input: true, docs_url: 'https://soniox.com/docs/stt/models' }),
    language: transcriptionLanguage(),
    language_hints_strict: flag({ default: false, description: 'Transcribes the configured language only.' }),
    endpointing_ms: endpointing(),
    context: text({ multiline: true, description: 'What the conversation is about.' }),
    keyterms: keytermsField(),
    base_url: baseUrl('https://stt-rt.soniox.com', ['https://stt-rt.eu.soniox.com', 'https://stt-rt.jp.soniox.com']),
  },
  capabilities: { 'stt-rt-v5': { languages: LANGUAGES } },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate, language, turns }, listener, network) {
    const endsTurns = turns !== undefined;
    const wire = wireCodec(sampleRate);
    const url = endpoint(settings.base_url, 'ws', '/transcribe-websocket');
    const code = codeOf('soniox', LANGUAGES, settings.language ?? language);
    const { model, context, keyterms, language_hints_strict } = settings;
    const hello = JSON.stringify({
      model,
      audio_format: wire.isMulaw ? 'mulaw' : 'pcm_s16le',
      sample_rate: sampleRate,
      num_channels: 1,
      ...(code === ANY_LANGUAGE && { enable_language_identification: true }),
      ...(endsTurns && { enable_endpoint_detection: true }),
      ...(code !== ANY_LANGUAGE && { language_hints: [code], language_hints_strict }),
      ...((context || keyterms.length > 0) && {
        context: { ...(context && { text: context }), ...(keyterms.length > 0 && { terms: keyterms }) },
      }),
    });
    return StreamingTranscription.open(
      {
        name: 'soniox',
        endpointingMs: settings.endpointing_ms,
        reportsTurns: endsTurns,
        sampleRate,
        finalTimeoutMs: 1_500,
        keepAlive: { everyMs: 10_000, message: '{"type":"keepalive"}' },
        closeMessage: '',
        async connect(lines) {
          const headers = bearer(settings.api_key);
          const socket = await openWebSocket({ vendor: 'soniox', url, headers, network }, lines);
          socket.send(hello);
          return socket;
        },
        openProtocol: () =>
          sonioxSttProtocol({
            wire,
            sampleRate,
            trailingSilenceMs: settings.endpointing_ms,
            endsTurns,
            languageOf: (detected) => languageOf(LANGUAGES, detected),
          }),
      },
      listener,
    );
  },
});
