import { choice, number, secret, text } from '../../../domain/providers/fields.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { endpoint, upstreamUrl } from '../../lib/upstream-url.ts';
import { sttProvider } from '../define.ts';
import { codeOf, languageCodes } from '../language-codes.ts';
import { bearer } from '../bearer.ts';
import { baseUrl, endpointing, transcriptionLanguage, keytermsField } from '../_speech/fields.ts';
import { openWithHandshake } from '../_speech/handshake.ts';
import { StreamingTranscription } from '../_speech/streaming-transcription.ts';
import { wireCodec } from '../_speech/wire-codec.ts';
import { hasStarted, speechmaticsSttProtocol } from './stt-protocol.ts';

const LANGUAGES = languageCodes(
  'ar be bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id it ja ko lt lv mn mr ms mt nl no pl pt ro ru ' +
    'sk sl sv sw ta th tr uk ur vi yue',
  { fil: 'tl', zh: 'cmn' },
);
/** Spelling of English. */
const LOCALES = new Set(['en-AU', 'en-GB', 'en-US']);

/** Longest silence that the vendor waits for, and by how much the delay of final words must be longer, in seconds. */
const SILENCE_MAX = 2;
const SILENCE_MARGIN = 0.1;

/** Speechmatics' streaming STT. We end turns, unless the vendor has to. */
export const speechmaticsStt = sttProvider({
  provider: 'speechmatics',
  name: 'Speechmatics',
  provider_type: 'cloud',
  hosts: ['*.rt.speechmatics.com'],
  description: 'Streaming speech recognition that is at home in many accents.',
  required: ['api_key'],
  fields: {
    api_key: secret({ docs_url: 'https://portal.speechmatics.com/settings/api-keys' }),
    model: choice(['enhanced', 'standard'], {
      default: 'enhanced',
      docs_url: 'https://docs.speechmatics.com/speech-to-text/realtime',
      description: 'enhanced understands more, standard costs less.',
    }),
    language: transcriptionLanguage(),
    endpointing_ms: endpointing(),
    max_delay: number({
      default: 1,
      minimum: 0.7,
      maximum: 4,
      description: 'How long it may think about words before they stay, in seconds.',
    }),
    domain: text({ description: 'A field of knowledge, where the language has one: finance or medical.' }),
    keyterms: keytermsField('At most a thousand. With any, it may take up to 15 seconds to listen.'),
    base_url: baseUrl('https://eu.rt.speechmatics.com', [
      'https://us.rt.speechmatics.com',
      'https://global.rt.speechmatics.com',
    ]),
  },
  renamed: { additional_vocab: 'keyterms' },
  capabilities: { enhanced: { languages: LANGUAGES }, standard: { languages: LANGUAGES } },
  check: ({ base_url }) => void upstreamUrl(base_url),
  open({ api_key, base_url, endpointing_ms, ...settings }, { sampleRate, language, turns }, listener, network) {
    const endsTurns = turns === 'vendor';
    const wire = wireCodec(sampleRate);
    const url = endpoint(base_url, 'ws', '/v2');
    const request = { vendor: 'speechmatics', url, headers: bearer(api_key), network };
    const hello = JSON.stringify({
      message: 'StartRecognition',
      audio_format: { type: 'raw', encoding: wire.isMulaw ? 'mulaw' : 'pcm_s16le', sample_rate: sampleRate },
      transcription_config: {
        ...configOf(settings, settings.language ?? language),
        ...(endsTurns && silenceOf(endpointing_ms, settings.max_delay)),
      },
    });
    const isLong = settings.keyterms.length > 0;
    const handshake = {
      firstMessage: hello,
      isReady: hasStarted,
      ...(isLong && { readyTimeoutMs: TIMEOUTS_MS.vendor_vocabulary }),
    };
    return StreamingTranscription.open(
      {
        name: 'speechmatics',
        endpointingMs: endpointing_ms,
        reportsTurns: endsTurns,
        sampleRate,
        finalTimeoutMs: 1_500,
        keepAlive: null,
        closeMessage: null,
        connect: (lines) => openWithHandshake(request, handshake, lines),
        openProtocol: () => speechmaticsSttProtocol({ wire, sampleRate, endsTurns }),
      },
      listener,
    );
  },
});

interface Recognition {
  readonly model: string;
  readonly max_delay: number;
  readonly domain?: string | undefined;
  readonly keyterms: readonly string[];
}

const configOf = ({ model, max_delay, domain, keyterms }: Recognition, language: string) => ({
  language: codeOf('speechmatics', LANGUAGES, language),
  ...(LOCALES.has(language) && { output_locale: language }),
  model,
  enable_partials: true,
  max_delay,
  ...(domain && { domain }),
  ...(keyterms.length > 0 && { additional_vocab: keyterms.map((content) => ({ content })) }),
});

/** The silence after which the vendor ends a turn. */
function silenceOf(endpointingMs: number, maxDelay: number) {
  const silence = Math.min(endpointingMs / 1_000, SILENCE_MAX);
  return {
    max_delay: Math.max(maxDelay, silence + SILENCE_MARGIN),
    conversation_config: { end_of_utterance_silence_trigger: silence },
  };
}
