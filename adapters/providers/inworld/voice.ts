import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { parsed } from '../../lib/parsed.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from '../speech/voice-dialect.ts';
import { withoutWavHeader, type WireAudio } from '../speech/wire-audio.ts';

/** Codes of what no second try mends: a bad argument, something missing, no permission, a failed condition, no key. */
const OUR_FAULT = new Set([3, 5, 7, 9, 16]);

interface Status {
  readonly code?: unknown;
}

interface Result {
  readonly contextId?: unknown;
  readonly status?: Status | null;
  readonly audioChunk?: { readonly audioContent?: unknown } | null;
  readonly contextClosed?: unknown;
}

interface Message {
  readonly error: Status | null;
  readonly result: Result | null;
}

/** Inworld's socket of contexts: one that is closed behind its text ends by itself, and there is no taking it back sooner. */
export const inworldVoice = (
  request: SocketRequest,
  { sampleRate, wire, manner }: { sampleRate: number; wire: WireAudio; manner: object },
): VoiceDialect => ({
  vendor: request.vendor,
  sampleRate,
  atOnce: 4,
  connect: (listener) => openWebSocket(request, listener),
  say: (name, text) =>
    [{ create: manner }, { send_text: { text } }, { flush_context: {} }, { close_context: {} }].map((message) =>
      JSON.stringify({ ...message, contextId: name }),
    ),
  stop: () => [],
  read(message): Uttered | null {
    const { error, result } = parsed<Message>(message);
    const name = typeof result?.contextId === 'string' ? { name: result.contextId } : {};
    const failure = faultOf(error ?? result?.status);
    if (failure) return { ...name, failure };
    return result && 'name' in name ? { ...name, ...saidIn(result, wire) } : null;
  },
});

function saidIn({ audioChunk, contextClosed }: Result, wire: WireAudio): Uttered {
  const content = audioChunk?.audioContent;
  if (typeof content !== 'string') return { isEnd: Boolean(contextClosed) };
  return { audio: wire.decode(withoutWavHeader(Buffer.from(content, 'base64'))) };
}

const faultOf = (status: Status | null | undefined): VendorFailure | null =>
  typeof status?.code === 'number' && status.code !== 0
    ? complaint('inworld', null, !OUR_FAULT.has(status.code))
    : null;
