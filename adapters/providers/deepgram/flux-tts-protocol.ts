import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import type { Uttered, VoiceDialect } from '../_speech/tts-protocol.ts';
import type { WireAudio } from '../_speech/wire-codec.ts';

/** Codes of faults of the network or the service, which pass; the others are about what was sent. */
const PASSING = 'NET-';
/** A pause of this length starts a new context for the next reply, in milliseconds. */
const SPEECH_MS = 10_000;

interface Message {
  readonly type: unknown;
  readonly code: unknown;
}

/**
 * Deepgram's Flux voices over `/v2/speak`. Each text is a turn: `Flush` ends it, turns are spoken in their order, and all
 * audio of one comes before its `SpeechMetadata`. The voice keeps its tone over a connection. Audio carries no name, so that
 * a connection has one context at a time, and an interruption closes it to discard the audio in flight.
 * https://developers.deepgram.com/docs/flux-tts/server-messages
 */
export function fluxVoice(
  request: SocketRequest,
  { sampleRate, wire }: { sampleRate: number; wire: WireAudio },
): VoiceDialect {
  const turn = (_: string, text: string): string[] => [JSON.stringify({ type: 'Speak', text }), '{"type":"Flush"}'];
  return {
    vendor: request.vendor,
    sampleRate,
    wire,
    atOnce: 1,
    hasBareAudio: true,
    connect: (listener) => openWebSocket(request, listener),
    say: turn,
    speeches: { lastMs: SPEECH_MS, add: turn, end: () => [] },
    stop: () => null,
    read(message): Uttered | null {
      const { type, code } = parseObject<Message>(message);
      if (type === 'SpeechMetadata') return { isEnd: true };
      return type === 'Error' ? { failure: reportedFault('deepgram', code, String(code).startsWith(PASSING)) } : null;
    },
  };
}
