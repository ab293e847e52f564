import { parseObject } from '../../lib/parse-object.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords, type WordTimestamps } from '../_speech/word-alignment.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, type WireCodec } from '../_speech/wire-codec.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

interface Message extends CartesiaFault {
  readonly type: string;
  readonly context_id: string | null;
  readonly data: unknown;
  readonly flush_id: unknown;
  readonly word_timestamps: WordTimestamps | null;
}

/** The vendor drops a context one second after its last audio. */
const CONTEXT_MS = 700;
/** The vendor closes a connection after five minutes without messages. */
const IDLE_MS = 300_000;

interface ProtocolOptions {
  readonly sampleRate: number;
  readonly wire: WireCodec;
  readonly options: object;
  /** Whether the model takes IPA inside the text. */
  readonly speaksIpa?: boolean;
}

/** Stress, or a phoneme with its marks. Affricates and diphthongs are one phoneme. */
const PHONEME = /[ˈˌ]|(?:d[ʒz]|t[ʃs]|a[ɪʊ]|eɪ|oʊ|əʊ|ɔ[ɪʏ]|\p{L})(?:\u0361\p{L}|(?![ˈˌ])[\p{M}\p{Lm}])*/gu;

/** Each word in brackets of its own, with a bar between phonemes: `<<ˈ|b|ɑ>>`. */
const inBrackets = (ipa: string): string =>
  ipa
    .split(/[ ‿]+/u)
    .map((word) => `<<${word.includes('|') ? word : (word.match(PHONEME) ?? []).join('|').replaceAll('\u0361', '')}>>`)
    .join(' ');

/**
 * Cartesia's `/tts/websocket`: a context for each text or speech, which can be cancelled. Without buffering it speaks
 * each transcript at once and reports its end with `flush_done`, whose `flush_id` increases within the context. A
 * separate flush transcript would report an end of its own.
 */
export const cartesiaTtsProtocol = (
  request: SocketRequest,
  { sampleRate, wire, options, speaksIpa = false }: ProtocolOptions,
): TtsProtocol => {
  const encoding = wire.isMulaw ? 'pcm_mulaw' : 'pcm_s16le';
  const textMessage = (context_id: string, transcript: string, more: { continue: boolean }): string =>
    JSON.stringify({
      context_id,
      transcript,
      ...options,
      output_format: { container: 'raw', encoding, sample_rate: sampleRate },
      max_buffer_delay_ms: 0,
      add_timestamps: true,
      // The words as they appear in the text.
      use_normalized_timestamps: false,
      ...more,
    });
  return {
    vendor: request.vendor,
    sampleRate,
    wire,
    contextsMax: Infinity,
    markPhonemes: speaksIpa ? inBrackets : undefined,
    ...{ idleTimeoutMs: IDLE_MS, connect: (listener) => openWebSocket(request, listener) },
    synthesise: (name, text) => [textMessage(name, text, { continue: false })],
    contexts: {
      keptMs: CONTEXT_MS,
      add: (name, text) => [textMessage(name, `${text} `, { continue: true })],
      // A context that has ended accepts no more texts.
      end: () => [],
    },
    cancel: (name) => [JSON.stringify({ context_id: name, cancel: true })],
    read(message): TtsEvent | null {
      const { type, context_id, data, flush_id, word_timestamps: words, ...fault } = parseObject<Message>(message);
      const name = context_id ? { name: context_id } : {};
      if (type === 'error') return { ...name, failure: cartesiaFault(fault) };
      if (!context_id) return null;
      switch (type) {
        case 'chunk':
          return { ...name, audio: bytesInBase64(data) };
        case 'timestamps':
          return { ...name, words: timedWords(words ?? {}) };
        case 'flush_done':
          return { ...name, isEnd: true, ordinal: typeof flush_id === 'number' ? flush_id : undefined };
        case 'done':
          return { ...name, isClosed: true };
        default:
          return null;
      }
    },
  };
};
