import { choice, flag, secret } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { hasStarted, scribeChunk, scribeSttProtocol } from './stt-protocol.ts';
import { ANY_LANGUAGE, codeOf, languageCodes } from '../language-codes.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { fittingKeyterms, requireKeyterms } from '../_speech/keyterms.ts';
import { openWithHandshake } from '../_speech/handshake.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

/** source: ElevenLabs' realtime speech to text, keyterms */
const KEYTERMS = { termsMax: 50, termCharactersMax: 20 };

const LANGUAGES = languageCodes(
  'af am ar as az be bg bn bs ca cs cy da de el en es et fa fi fil fr ga gl gu ha he hi hr hu hy id ig is it ja jv ka kk ' +
    'km kn ko lo lt lv mk ml mn mr ms mt my ne nl no or pa pl pt ro ru sd sk sl so sr sv sw ta te th tr uk ur uz vi xh ' +
    'yue zh zu',
  { multi: ANY_LANGUAGE },
);
/** Silence sent to keep the connection open. It counts as audio, in seconds. */
const BREATH = 0.1;

/** Shortest and longest silence that the vendor waits for, in seconds. */
const SILENCE = { min: 0.3, max: 3 };

/** ElevenLabs' streaming STT, Scribe. We end turns, unless the vendor has to. */
export const elevenlabsStt = sttProvider({
  provider: 'elevenlabs',
  name: 'ElevenLabs Scribe',
  vendor: 'ElevenLabs',
  provider_type: 'cloud',
  description: 'Streaming speech recognition for nearly a hundred languages.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://elevenlabs.io/app/settings/api-keys' }),
    model: choice(['scribe_v2_realtime'], {
      default: 'scribe_v2_realtime',
      docs_url: 'https://elevenlabs.io/docs/overview/models',
    }),
    language: transcriptionLanguage(),
    endpointing_ms: endpointing(),
    keyterms: keytermsField(KEYTERMS),
    no_verbatim: flag({ default: false, description: 'Leaves out hesitations and repetitions.' }),
    base_url: baseUrl('https://api.elevenlabs.io', [
      'https://api.us.elevenlabs.io',
      'https://api.eu.residency.elevenlabs.io',
      'https://api.in.residency.elevenlabs.io',
    ]),
  },
  capabilities: { scribe_v2_realtime: { languages: LANGUAGES } },
  check({ base_url, keyterms }) {
    upstreamUrl(base_url);
    requireKeyterms(keyterms, KEYTERMS);
  },
  open(settings, { sampleRate, language, turns, wordTimes = false }, listener, network) {
    const endsTurns = turns === 'vendor';
    const silence = Math.min(Math.max(settings.endpointing_ms / 1_000, SILENCE.min), SILENCE.max);
    const wire = wireCodec(sampleRate);
    const code = codeOf('elevenlabs', LANGUAGES, settings.language ?? language);
    const url = endpoint(settings.base_url, 'ws', '/v1/speech-to-text/realtime', {
      model_id: settings.model,
      audio_format: wire.isMulaw ? 'ulaw_8000' : `pcm_${sampleRate}`,
      language_code: code === ANY_LANGUAGE ? undefined : code,
      commit_strategy: endsTurns ? 'vad' : 'manual',
      vad_silence_threshold_secs: endsTurns ? silence : undefined,
      keyterms: fittingKeyterms(settings.keyterms, KEYTERMS),
      include_timestamps: wordTimes || undefined,
      no_verbatim: settings.no_verbatim || undefined,
    });
    const request = { vendor: 'elevenlabs', url, headers: { 'xi-api-key': settings.api_key }, network };
    const breath = scribeChunk(wire.encode(new Int16Array(BREATH * sampleRate)), sampleRate);
    return StreamingTranscription.open(
      {
        name: 'elevenlabs',
        endpointingMs: settings.endpointing_ms,
        reportsTurns: endsTurns,
        sampleRate,
        finalTimeoutMs: 2_000,
        keepAlive: { everyMs: 5_000, message: breath },
        closeMessage: null,
        connect: (lines) => openWithHandshake(request, { isReady: hasStarted }, lines),
        openProtocol: () => scribeSttProtocol({ wire, sampleRate, endsTurns, wordTimes }),
      },
      listener,
    );
  },
});
