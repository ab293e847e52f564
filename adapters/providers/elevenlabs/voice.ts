import { parsed } from '../../lib/parsed.ts';
import { complaint } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from '../speech/voice-dialect.ts';
import { audioInBase64, type WireAudio } from '../speech/wire-audio.ts';

/** What no second try mends: the key, the plan, the voice, or what was asked. */
const OUR_FAULT = /quota|api_key|auth|permission|voice|invalid|terms|policy/i;

interface Message {
  readonly audio: string | null;
  readonly isFinal: boolean | null;
  readonly is_final: boolean | null;
  readonly contextId: string | null;
  readonly context_id: string | null;
  readonly error: unknown;
}

/** The socket of many contexts: a context that is closed after its flush ends by itself, and there is no taking it back sooner. */
export const elevenLabsVoice = (
  request: SocketRequest,
  { sampleRate, settings, wire }: { sampleRate: number; settings: object; wire: WireAudio },
): VoiceDialect => ({
  vendor: request.vendor,
  sampleRate,
  atOnce: Infinity,
  connect: (listener) => openWebSocket(request, listener),
  say: (name, text) =>
    [{ text: ' ', voice_settings: settings }, { text: `${text} `, flush: true }, { close_context: true }].map(
      (message) => JSON.stringify({ ...message, context_id: name }),
    ),
  stop: () => [],
  read(message): Uttered {
    const { audio, contextId, context_id, isFinal, is_final, error } = parsed<Message>(message);
    const name = contextId ?? context_id;
    if (error) return { ...named(name), failure: complaint('elevenlabs', error, !OUR_FAULT.test(message)) };
    return {
      name: String(name),
      audio: audioInBase64(wire, audio),
      isEnd: (isFinal ?? is_final) === true,
    };
  },
});

/** A fault without a name is everybody's. */
const named = (name: string | null | undefined): Pick<Uttered, 'name'> => (name ? { name } : {});
