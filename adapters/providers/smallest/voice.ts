import { parsed } from '../../lib/parsed.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from '../speech/voice-dialect.ts';
import { audioInBase64, type WireAudio } from '../speech/wire-audio.ts';

/** What no second try mends: the key, the plan, or what was asked. */
const OUR_FAULT = /auth|api key|token|credit|quota|plan|invalid|voice|language|not found/i;

interface Message {
  readonly status: string;
  readonly data: { readonly audio?: unknown } | null;
}

/** Smallest's `/waves/v1/tts/live`: one text at a time, and no way to take one back. */
export const smallestVoice = (
  request: SocketRequest,
  { sampleRate, wire, manner }: { sampleRate: number; wire: WireAudio; manner: object },
): VoiceDialect => ({
  vendor: request.vendor,
  sampleRate,
  atOnce: 1,
  connect: (listener) => openWebSocket(request, listener),
  say: (_, text) => {
    const format = { sample_rate: sampleRate, output_format: wire.isMulaw ? 'ulaw' : 'pcm' };
    return [JSON.stringify({ text, ...manner, ...format, continue: false, flush: true })];
  },
  stop: () => null,
  read(message): Uttered | null {
    const { status, data } = parsed<Message>(message);
    if (status === 'error') return { failure: complaint('smallest', null, !OUR_FAULT.test(message)) };
    if (status === 'complete') return { isEnd: true };
    return status === 'chunk' ? { audio: audioInBase64(wire, data?.audio) } : null;
  },
});
