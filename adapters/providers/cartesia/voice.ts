import { parsed } from '../../lib/parsed.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords, type TimedWord } from '../speech/text-follower.ts';
import type { Uttered, VoiceDialect } from '../speech/voice-dialect.ts';
import { audioInBase64, type WireAudio } from '../speech/wire-audio.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

interface Message extends CartesiaFault {
  readonly type: string;
  readonly context_id: string | null;
  readonly data: unknown;
  readonly word_timestamps: { readonly words?: unknown; readonly start?: unknown; readonly end?: unknown } | null;
}

/** The vendor forgets a context a second after its last audio. */
const CONTEXT_MS = 700;

/** Cartesia's `/tts/websocket`: a context for each text or for each speech, which can be cancelled. */
export const cartesiaVoice = (
  request: SocketRequest,
  { sampleRate, wire, manner }: { sampleRate: number; wire: WireAudio; manner: object },
): VoiceDialect => {
  const encoding = wire.isMulaw ? 'pcm_mulaw' : 'pcm_s16le';
  const asked = (context_id: string, transcript: string, more: { continue: boolean; flush?: boolean }): string =>
    JSON.stringify({
      context_id,
      transcript,
      ...manner,
      output_format: { container: 'raw', encoding, sample_rate: sampleRate },
      max_buffer_delay_ms: 0,
      add_timestamps: true,
      ...more,
    });
  return {
    vendor: request.vendor,
    sampleRate,
    atOnce: Infinity,
    connect: (listener) => openWebSocket(request, listener),
    say: (name, text) => [asked(name, text, { continue: false })],
    speeches: {
      lastMs: CONTEXT_MS,
      // What is flushed is told to be done.
      add: (name, text) => [
        asked(name, `${text} `, { continue: true }),
        asked(name, '', { continue: true, flush: true }),
      ],
      // It ends by itself, and takes nothing any more when it has.
      end: () => [],
    },
    stop: (name) => [JSON.stringify({ context_id: name, cancel: true })],
    read(message): Uttered | null {
      const { type, context_id, data, word_timestamps: words, ...fault } = parsed<Message>(message);
      const name = context_id ? { name: context_id } : {};
      if (type === 'error') return { ...name, failure: cartesiaFault(fault) };
      if (!context_id) return null;
      switch (type) {
        case 'chunk':
          return { ...name, audio: audioInBase64(wire, data) };
        case 'timestamps':
          return { ...name, words: wordsIn(words) };
        case 'flush_done':
          return { ...name, isEnd: true };
        case 'done':
          return { ...name, isClosed: true };
        default:
          return null;
      }
    },
  };
};

const wordsIn = (words: Message['word_timestamps'] | undefined): TimedWord[] =>
  timedWords(words?.words, words?.start, words?.end);
