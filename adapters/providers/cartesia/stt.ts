import { choice, secret } from '../../../domain/providers/fields.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { openWebSocket } from '../../lib/web-socket.ts';
import { cartesiaHeaders } from './api.ts';
import { cartesiaSttProtocol } from './stt-protocol.ts';
import { EndOfTurnSttProtocol } from './end-of-turn-stt-protocol.ts';
import { sttProvider } from '../define.ts';
import { codeOf, ENGLISH, WHISPER_KNOWN } from '../language-codes.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { fittingKeyterms, requireKeyterms } from '../_speech/keyterms.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';

/** source: Cartesia's /stt/websocket, keyterm */
const KEYTERMS = { termsMax: 100, charactersMax: 1_200 };

const LANGUAGES = { 'ink-2': ENGLISH, 'ink-whisper': WHISPER_KNOWN };

/** Cartesia's streaming STT, Ink. We end turns, unless ink-2 is asked to. */
export const cartesiaStt = sttProvider({
  provider: 'cartesia',
  name: 'Cartesia Ink',
  vendor: 'Cartesia',
  provider_type: 'cloud',
  description: 'Streaming speech recognition made for conversations.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://play.cartesia.ai/keys' }),
    model: choice(['ink-2', 'ink-whisper'], {
      default: 'ink-2',
      docs_url: 'https://docs.cartesia.ai/build-with-cartesia/stt-models/latest',
      description: 'ink-2 hears English; ink-whisper about a hundred languages, without words on the way.',
    }),
    language: transcriptionLanguage(),
    endpointing_ms: endpointing(),
    keyterms: keytermsField(KEYTERMS),
    base_url: baseUrl('https://api.cartesia.ai'),
  },
  capabilities: { 'ink-2': { languages: ENGLISH }, 'ink-whisper': { languages: WHISPER_KNOWN } },
  check({ base_url, keyterms }) {
    upstreamUrl(base_url);
    requireKeyterms(keyterms, KEYTERMS);
  },
  open({ api_key, model, base_url, endpointing_ms, ...settings }, { sampleRate, language, turns }, listener, network) {
    const wire = wireCodec(sampleRate);
    const endsTurns = turns !== undefined && model === 'ink-2';
    const code = codeOf('cartesia', LANGUAGES[model], settings.language ?? language);
    const url = endpoint(base_url, 'ws', endsTurns ? '/stt/turns/websocket' : '/stt/websocket', {
      model,
      language: endsTurns ? undefined : code,
      encoding: wire.isMulaw ? 'pcm_mulaw' : 'pcm_s16le',
      sample_rate: sampleRate,
      keyterm: fittingKeyterms(settings.keyterms, KEYTERMS),
    });
    return StreamingTranscription.open(
      {
        name: 'cartesia',
        endpointingMs: endpointing_ms,
        ...(model === 'ink-whisper' && { interimGapMs: null }),
        reportsTurns: endsTurns,
        isSilentWithoutWords: endsTurns,
        sampleRate,
        finalTimeoutMs: 1_500,
        keepAlive: null,
        closeMessage: endsTurns ? '{"type":"close"}' : 'close',
        connect: (lines) =>
          openWebSocket({ vendor: 'cartesia', url, headers: cartesiaHeaders(api_key), network }, lines),
        openProtocol: () => (endsTurns ? new EndOfTurnSttProtocol(wire) : cartesiaSttProtocol(wire, sampleRate)),
      },
      listener,
    );
  },
});
