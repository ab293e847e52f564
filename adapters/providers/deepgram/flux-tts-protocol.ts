import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import type { WireCodec } from '../_speech/wire-codec.ts';

/** Prefix of error codes of the network or the service, which are retryable. Other codes concern the request. */
const RETRYABLE_PREFIX = 'NET-';
/** A pause of this length starts a new context, in ms. */
const CONTEXT_MS = 10_000;

interface Message {
  readonly type: unknown;
  readonly code: unknown;
}

/**
 * Deepgram's Flux voices over `/v2/speak`. Each text is a turn: `Flush` ends it, turns are spoken in order, and all
 * audio of one precedes its `SpeechMetadata`. The voice keeps its tone over a connection. Audio has no context name, so
 * a connection has one context at a time, and an interruption closes it to discard audio in flight.
 * https://developers.deepgram.com/docs/flux-tts/server-messages
 */
export function fluxTtsProtocol(
  request: SocketRequest,
  { sampleRate, wire }: { sampleRate: number; wire: WireCodec },
): TtsProtocol {
  const textMessages = (_: string, text: string): string[] => [
    JSON.stringify({ type: 'Speak', text }),
    '{"type":"Flush"}',
  ];
  return {
    vendor: request.vendor,
    sampleRate,
    wire,
    contextsMax: 1,
    hasBinaryAudio: true,
    connect: (listener) => openWebSocket(request, listener),
    synthesise: textMessages,
    contexts: { keptMs: CONTEXT_MS, add: textMessages, end: () => [] },
    cancel: () => null,
    read(message): TtsEvent | null {
      const { type, code } = parseObject<Message>(message);
      if (type === 'SpeechMetadata') return { isEnd: true };
      return type === 'Error'
        ? { failure: reportedFault('deepgram', code, String(code).startsWith(RETRYABLE_PREFIX)) }
        : null;
    },
  };
}
