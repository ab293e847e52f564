import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords } from '../_speech/word-alignment.ts';
import type { Uttered, VoiceDialect } from '../_speech/tts-protocol.ts';
import { bytesInBase64, withoutWavHeader, type WireAudio } from '../_speech/wire-codec.ts';

/**
 * Codes of gRPC that no second try mends: a bad argument, something missing, no permission, a failed condition, out of
 * range, not offered, no key.
 */
const OUR_FAULT = new Set([3, 5, 7, 9, 11, 12, 16]);

interface Status {
  readonly code?: unknown;
}

interface Timing {
  readonly wordAlignment?: {
    readonly words?: unknown;
    readonly wordStartTimeSeconds?: unknown;
    readonly wordEndTimeSeconds?: unknown;
  } | null;
}

interface Result {
  readonly contextId?: unknown;
  readonly context_id?: unknown;
  readonly status?: Status | null;
  readonly audioChunk?: { readonly audioContent?: unknown; readonly timestampInfo?: Timing | null } | null;
  readonly flushCompleted?: unknown;
  readonly contextClosed?: unknown;
}

interface Message {
  readonly error: Status | null;
  readonly result: Result | null;
}

/** More contexts than these a connection does not have. */
const CONTEXTS = 5;
/** The vendor keeps contexts for minutes. A speech that goes on after so long has had its pause. In milliseconds. */
const CONTEXT_MS = 10_000;

const told = (contextId: string, ...messages: readonly object[]): string[] =>
  messages.map((message) => JSON.stringify({ ...message, contextId }));

/**
 * Inworld's socket of contexts, one for each text or for each speech. One that is closed speaks what it was given all the
 * same, and has its place until then: there is no taking it back sooner.
 */
export const inworldVoice = (
  request: SocketRequest,
  { sampleRate, wire, manner }: { sampleRate: number; wire: WireAudio; manner: object },
): VoiceDialect => ({
  vendor: request.vendor,
  sampleRate,
  wire,
  atOnce: CONTEXTS,
  tellsClosed: true,
  connect: (listener) => openWebSocket(request, listener),
  say: (name, text) =>
    told(name, { create: manner }, { send_text: { text } }, { flush_context: {} }, { close_context: {} }),
  speeches: {
    lastMs: CONTEXT_MS,
    add: (name, text, isFirst) =>
      told(name, ...(isFirst ? [{ create: manner }] : []), { send_text: { text: `${text} ` } }, { flush_context: {} }),
    end: (name) => told(name, { close_context: {} }),
  },
  stop: (name) => told(name, { close_context: {} }),
  read(message): Uttered | null {
    const { error, result } = parseObject<Message>(message);
    const contextId = result?.contextId ?? result?.context_id;
    const name = typeof contextId === 'string' ? { name: contextId } : {};
    const failure = faultOf(error ?? result?.status);
    if (failure) return { ...name, failure };
    return result && 'name' in name ? { ...name, ...saidIn(result) } : null;
  },
});

function saidIn({ audioChunk, flushCompleted, contextClosed }: Result): Uttered {
  if (!audioChunk) return { isEnd: Boolean(flushCompleted), isClosed: Boolean(contextClosed) };
  // The times of words come with the audio, or behind it in chunks of their own.
  const { audioContent, timestampInfo } = audioChunk;
  const { words, wordStartTimeSeconds, wordEndTimeSeconds } = timestampInfo?.wordAlignment ?? {};
  return {
    audio: withoutWavHeader(bytesInBase64(audioContent)),
    words: timedWords(words, wordStartTimeSeconds, wordEndTimeSeconds),
  };
}

const faultOf = (status: Status | null | undefined): VendorFailure | null =>
  typeof status?.code === 'number' && status.code !== 0
    ? reportedFault('inworld', null, !OUR_FAULT.has(status.code))
    : null;
