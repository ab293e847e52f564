import { parsed } from '../../lib/parsed.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from '../speech/voice-dialect.ts';
import { audioInBase64, type WireAudio } from '../speech/wire-audio.ts';
import { cartesiaFault, type CartesiaFault } from './api.ts';

interface Message extends CartesiaFault {
  readonly type: string;
  readonly context_id: string | null;
  readonly data: unknown;
}

/** Cartesia's `/tts/websocket`: a context for each text, which can be cancelled. */
export const cartesiaVoice = (
  request: SocketRequest,
  { sampleRate, wire, manner }: { sampleRate: number; wire: WireAudio; manner: object },
): VoiceDialect => ({
  vendor: request.vendor,
  sampleRate,
  atOnce: Infinity,
  connect: (listener) => openWebSocket(request, listener),
  say: (name, transcript) => [
    JSON.stringify({
      context_id: name,
      transcript,
      ...manner,
      output_format: { container: 'raw', encoding: wire.isMulaw ? 'pcm_mulaw' : 'pcm_s16le', sample_rate: sampleRate },
      continue: false,
      max_buffer_delay_ms: 0,
    }),
  ],
  stop: (name) => [JSON.stringify({ context_id: name, cancel: true })],
  read(message): Uttered | null {
    const { type, context_id, data, ...fault } = parsed<Message>(message);
    const name = context_id ? { name: context_id } : {};
    if (type === 'error') return { ...name, failure: cartesiaFault(fault) };
    if (!context_id) return null;
    if (type === 'chunk') return { ...name, audio: audioInBase64(wire, data) };
    return type === 'done' ? { ...name, isEnd: true } : null;
  },
});
