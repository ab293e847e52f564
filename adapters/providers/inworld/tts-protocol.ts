import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords } from '../_speech/word-alignment.ts';
import { unseparated } from '../_speech/phonemes.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, withoutWavHeader, type WireCodec } from '../_speech/wire-codec.ts';

/**
 * gRPC codes that a retry does not fix: invalid argument, not found, permission denied, failed precondition, out of
 * range, unimplemented, unauthenticated.
 */
const PERMANENT = new Set([3, 5, 7, 9, 11, 12, 16]);

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

/** Maximum number of contexts of a connection. */
const CONTEXTS = 5;
/** A pause of this length starts a new context, in ms. The vendor keeps contexts for minutes. */
const CONTEXT_MS = 10_000;

const messagesOf = (contextId: string, ...messages: readonly object[]): string[] =>
  messages.map((message) => JSON.stringify({ ...message, contextId }));

interface ProtocolOptions {
  readonly sampleRate: number;
  readonly wire: WireCodec;
  readonly manner: object;
  readonly isEnglish?: boolean;
}

/**
 * Inworld's socket with several contexts, one for each text or speech. A closed context still speaks its texts and uses
 * capacity until then, so it cannot be cancelled.
 */
export const inworldTtsProtocol = (
  request: SocketRequest,
  { sampleRate, wire, manner, isEnglish = false }: ProtocolOptions,
): TtsProtocol => ({
  vendor: request.vendor,
  sampleRate,
  wire,
  contextsMax: CONTEXTS,
  reportsClosed: true,
  // The vendor takes the phonemes of English only.
  markPhonemes: isEnglish ? (ipa) => `/${unseparated(ipa)}/` : undefined,
  connect: (listener) => openWebSocket(request, listener),
  synthesise: (name, text) =>
    messagesOf(name, { create: manner }, { send_text: { text } }, { flush_context: {} }, { close_context: {} }),
  contexts: {
    keptMs: CONTEXT_MS,
    add: (name, text, isFirst) =>
      messagesOf(
        name,
        ...(isFirst ? [{ create: manner }] : []),
        { send_text: { text: `${text} ` } },
        { flush_context: {} },
      ),
    end: (name) => messagesOf(name, { close_context: {} }),
  },
  cancel: (name) => messagesOf(name, { close_context: {} }),
  read(message): TtsEvent | null {
    const { error, result } = parseObject<Message>(message);
    const contextId = result?.contextId ?? result?.context_id;
    const name = typeof contextId === 'string' ? { name: contextId } : {};
    const failure = faultOf(error ?? result?.status);
    if (failure) return { ...name, failure };
    return result && 'name' in name ? { ...name, ...eventOf(result) } : null;
  },
});

function eventOf({ audioChunk, flushCompleted, contextClosed }: Result): TtsEvent {
  if (!audioChunk) return { isEnd: Boolean(flushCompleted), isClosed: Boolean(contextClosed) };
  // Word timings come with the audio or in later chunks.
  const { audioContent, timestampInfo } = audioChunk;
  const { words, wordStartTimeSeconds, wordEndTimeSeconds } = timestampInfo?.wordAlignment ?? {};
  return {
    audio: withoutWavHeader(bytesInBase64(audioContent)),
    words: timedWords({ words, start: wordStartTimeSeconds, end: wordEndTimeSeconds }),
  };
}

const faultOf = (status: Status | null | undefined): VendorFailure | null =>
  typeof status?.code === 'number' && status.code !== 0
    ? reportedFault('inworld', null, !PERMANENT.has(status.code))
    : null;
