import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords } from '../_speech/word-alignment.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, PCM_CODEC } from '../_speech/wire-codec.ts';

/** Errors that a retry does not fix: key, plan or request. */
const PERMANENT = /auth|api key|token|credit|quota|plan|invalid|voice|language|not found|deprecated|retired/i;
/** The vendor's name for a withdrawn model, and its words for one. source: its changelog of 2026-05-19 */
const WITHDRAWN = 'model_deprecated';
const WITHDRAWAL = /deprecated|retired/i;

/** The vendor closes a connection after this time without a text, in seconds. Its default is a minute. */
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
 * Smallest's `/waves/v1/tts/live`: one text at a time, which cannot be cancelled. Sends only PCM, and may close the
 * connection after a complete text. Only some English and Hindi voices have word timings.
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
      // Otherwise the end of a text is reported four seconds after its last audio.
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
        return { words: timedWords({ words: [data?.word], start: [data?.start], end: [data?.end] }) };
      case 'complete':
        return { isEnd: true };
      case 'error':
        return { failure: failureOf(message, error?.code) };
      default:
        return null;
    }
  },
});

const failureOf = (message: string, code: unknown): VendorFailure =>
  reportedFault('smallest', WITHDRAWAL.test(message) ? WITHDRAWN : code, !PERMANENT.test(message));
