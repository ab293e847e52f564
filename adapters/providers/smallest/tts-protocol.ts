import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords } from '../_speech/word-alignment.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, PCM_CODEC } from '../_speech/wire-codec.ts';

/** What no second try mends: the key, the plan, or what was asked. */
const PERMANENT = /auth|api key|token|credit|quota|plan|invalid|voice|language|not found/i;

/** The vendor hangs up after so long without a text. Left out, it would be a minute. In seconds. */
export const TIMEOUT_SECONDS = 300;

interface Message {
  readonly status: string;
  readonly data: {
    readonly audio?: unknown;
    readonly word?: unknown;
    readonly start?: unknown;
    readonly end?: unknown;
  } | null;
  readonly error: { readonly code?: unknown } | null;
}

/**
 * Smallest's `/waves/v1/tts/live`: one text at a time, and no way to take one back. It sends PCM and nothing else, and may
 * hang up when it has told that a text is complete. Only some voices for English and Hindi tell the times of words.
 */
export const smallestTtsProtocol = (
  request: SocketRequest,
  { sampleRate, options }: { sampleRate: number; options: object },
): TtsProtocol => ({
  vendor: request.vendor,
  sampleRate,
  wire: PCM_CODEC,
  contextsMax: 1,
  idleTimeoutMs: TIMEOUT_SECONDS * 1_000,
  connect: (listener) => openWebSocket(request, listener),
  synthesise: (_, text) => [
    JSON.stringify({
      text,
      ...options,
      sample_rate: sampleRate,
      word_timestamps: true,
      // Else the end of a text is told four seconds after its last audio.
      complete_backoff_ms: 0,
      continue: false,
      flush: true,
    }),
  ],
  cancel: () => null,
  read(message): TtsEvent | null {
    const { status, data, error } = parseObject<Message>(message);
    switch (status) {
      case 'chunk':
        return { audio: bytesInBase64(data?.audio) };
      case 'word_timestamp':
        return { words: timedWords([data?.word], [data?.start], [data?.end]) };
      case 'complete':
        return { isEnd: true };
      case 'error':
        return { failure: reportedFault('smallest', error?.code, !PERMANENT.test(message)) };
      default:
        return null;
    }
  },
});
