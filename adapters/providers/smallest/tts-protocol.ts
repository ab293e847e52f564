import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords } from '../_speech/word-alignment.ts';
import type { Uttered, VoiceDialect } from '../_speech/tts-protocol.ts';
import { bytesInBase64, PCM_AUDIO } from '../_speech/wire-codec.ts';

/** What no second try mends: the key, the plan, or what was asked. */
const OUR_FAULT = /auth|api key|token|credit|quota|plan|invalid|voice|language|not found/i;

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
export const smallestVoice = (
  request: SocketRequest,
  { sampleRate, manner }: { sampleRate: number; manner: object },
): VoiceDialect => ({
  vendor: request.vendor,
  sampleRate,
  wire: PCM_AUDIO,
  atOnce: 1,
  idleMs: TIMEOUT_SECONDS * 1_000,
  connect: (listener) => openWebSocket(request, listener),
  say: (_, text) => [
    JSON.stringify({
      text,
      ...manner,
      sample_rate: sampleRate,
      word_timestamps: true,
      // Else the end of a text is told four seconds after its last audio.
      complete_backoff_ms: 0,
      continue: false,
      flush: true,
    }),
  ],
  stop: () => null,
  read(message): Uttered | null {
    const { status, data, error } = parseObject<Message>(message);
    switch (status) {
      case 'chunk':
        return { audio: bytesInBase64(data?.audio) };
      case 'word_timestamp':
        return { words: timedWords([data?.word], [data?.start], [data?.end]) };
      case 'complete':
        return { isEnd: true };
      case 'error':
        return { failure: reportedFault('smallest', error?.code, !OUR_FAULT.test(message)) };
      default:
        return null;
    }
  },
});
