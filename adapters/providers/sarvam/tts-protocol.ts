import { parseObject } from '../../lib/parse-object.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, type WireCodec } from '../_speech/wire-codec.ts';
import { sarvamFault } from './api.ts';

interface Message {
  readonly type: string;
  readonly data: { readonly audio?: unknown; readonly event_type?: unknown; readonly code?: unknown } | null;
}

/** Sarvam's `/text-to-speech/ws`: one text at a time, which cannot be cancelled. */
export const sarvamTtsProtocol = (
  request: SocketRequest,
  { sampleRate, wire, options }: { sampleRate: number; wire: WireCodec; options: object },
): TtsProtocol => ({
  vendor: request.vendor,
  sampleRate,
  wire,
  contextsMax: 1,
  keepAlive: { everyMs: 30_000, message: '{"type":"ping"}' },
  async connect(listener) {
    const socket = await openWebSocket(request, listener);
    const codec = wire.isMulaw ? 'mulaw' : 'linear16';
    const data = { ...options, speech_sample_rate: sampleRate, output_audio_codec: codec };
    socket.send(JSON.stringify({ type: 'config', data }));
    return socket;
  },
  synthesise: (_, text) => [JSON.stringify({ type: 'text', data: { text } }), '{"type":"flush"}'],
  cancel: () => null,
  read(message): TtsEvent | null {
    const { type, data } = parseObject<Message>(message);
    if (type === 'error') return { failure: sarvamFault({ code: data?.code }) };
    if (type === 'event') return { isEnd: data?.event_type === 'final' };
    return type === 'audio' ? { audio: bytesInBase64(data?.audio) } : null;
  },
});
