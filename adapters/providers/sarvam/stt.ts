import { choice, secret, text } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { ANY_LANGUAGE, codeOf, localeCodes } from '../language-codes.ts';
import { sarvamHeaders } from './api.ts';
import { isReady, sarvamSttProtocol } from './stt-protocol.ts';
import { baseUrl, endpointing, transcriptionLanguage } from '../_speech/fields.ts';
import { openWithHandshake } from '../_speech/handshake.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

const LANGUAGES = localeCodes(
  'as-IN bn-IN brx-IN doi-IN en-IN gu-IN hi-IN kn-IN kok-IN ks-IN mai-IN ml-IN mni-IN mr-IN ne-IN or-IN pa-IN sa-IN ' +
    'sat-IN sd-IN ta-IN te-IN ur-IN',
  { multi: ANY_LANGUAGE },
);

/** The newest model has two names: the first from Sarvam's changelog, the second from the sarvamai package. */
const MODELS = ['saaras:v3-realtime', 'saaras:v4', 'saaras:v4-realtime'] as const;

/** Sarvam's streaming STT, Saaras. We start and end turns. */
export const sarvamStt = sttProvider({
  provider: 'sarvam',
  name: 'Sarvam Saaras',
  vendor: 'Sarvam AI',
  provider_type: 'cloud',
  description: 'Streaming speech recognition for the languages of India. Realtime access is in beta.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://dashboard.sarvam.ai' }),
    model: choice(MODELS, {
      default: 'saaras:v3-realtime',
      docs_url: 'https://docs.sarvam.ai/api/api-guides-tutorials/speech-to-text/realtime-streaming',
    }),
    language: transcriptionLanguage(),
    mode: choice(['transcribe', 'translate', 'verbatim', 'translit', 'codemix'], {
      default: 'transcribe',
      description: 'translate writes English; translit writes in Latin letters; codemix each word in its own script.',
    }),
    stream_type: choice(['fast', 'balanced', 'simulated'], {
      default: 'fast',
      description: 'How early interim transcripts arrive.',
    }),
    prompt: text({ multiline: true, description: 'What the conversation is about, and how its words are spelled.' }),
    endpointing_ms: endpointing(),
    base_url: baseUrl('https://api.sarvam.ai'),
  },
  capabilities: Object.fromEntries(MODELS.map((model) => [model, { languages: LANGUAGES }])),
  // Spellings of Sarvam's other STT APIs.
  spelled: { model: { 'saaras:v3': 'saaras:v3-realtime' }, language: { 'od-IN': 'or', unknown: 'multi' } },
  retired: { 'saarika:v2.5': 'saaras:v3-realtime', 'saarika:v2': 'saaras:v3-realtime' },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open(settings, { sampleRate, language }, listener, network) {
    const wire = wireCodec(sampleRate);
    const url = endpoint(settings.base_url, 'ws', '/speech-to-text-realtime/ws', {
      model: settings.model,
      language_code: codeOf('sarvam', LANGUAGES, settings.language ?? language),
      stream_type: settings.stream_type,
      mode: settings.mode,
      endpointing: 'manual',
      encoding: wire.isMulaw ? 'mulaw' : 'linear16',
      sample_rate: sampleRate,
      prompt: settings.prompt,
    });
    const request = { vendor: 'sarvam', url, headers: sarvamHeaders(settings.api_key), network };
    return StreamingTranscription.open(
      {
        name: 'sarvam',
        endpointingMs: settings.endpointing_ms,
        sampleRate,
        finalTimeoutMs: 2_000,
        keepAlive: { everyMs: 10_000, message: '{"event":"ping"}' },
        closeMessage: '{"event":"end"}',
        connect: (lines) => openWithHandshake(request, { isReady }, lines),
        openProtocol: () => sarvamSttProtocol(wire),
      },
      listener,
    );
  },
});
