import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords, type WordTimestamps } from '../_speech/word-alignment.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, type WireCodec } from '../_speech/wire-codec.ts';

/** Errors that a retry does not fix: key, plan, voice or request. */
const PERMANENT = /auth|token|quota|credit|plan|invalid|speaker|voice|model|lang/i;

interface Message {
  readonly type: string;
  readonly contextId: unknown;
  readonly data: unknown;
  readonly word_timestamps: WordTimestamps | null;
}

/** A pause of this length starts a new context, in ms. The vendor closes the connection after half a minute without a text. */
const CONTEXT_MS = 20_000;
const IDLE_MS = 30_000;

/** Rime's `/ws3` without its own segmentation: flushed texts are spoken in order. Speech cannot be cancelled. */
export const rimeTtsProtocol = (
  request: SocketRequest,
  { sampleRate, wire }: { sampleRate: number; wire: WireCodec },
): TtsProtocol => {
  const textMessages = (contextId: string, text: string): string[] => [
    JSON.stringify({ text: `${text} `, contextId }),
    '{"operation":"flush"}',
  ];
  return {
    vendor: request.vendor,
    sampleRate,
    wire,
    contextsMax: 1,
    idleTimeoutMs: IDLE_MS,
    connect: (listener) => openWebSocket(request, listener),
    synthesise: textMessages,
    contexts: { keptMs: CONTEXT_MS, add: textMessages, end: () => [] },
    cancel: () => null,
    read(message): TtsEvent | null {
      const { type, contextId, data, word_timestamps: words } = parseObject<Message>(message);
      const name = typeof contextId === 'string' ? { name: contextId } : {};
      switch (type) {
        case 'chunk':
          return { ...name, audio: bytesInBase64(data) };
        case 'timestamps':
          return { ...name, words: timedWords(words ?? {}) };
        case 'done':
          return { ...name, isEnd: true };
        case 'error':
          return { ...name, failure: reportedFault('rime', null, !PERMANENT.test(message)) };
        default:
          return null;
      }
    },
  };
};
