import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords, type TimedWord } from '../_speech/word-alignment.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, type WireCodec } from '../_speech/wire-codec.ts';

/** What no second try mends: the key, the plan, the voice, or what was asked. */
const PERMANENT = /quota|api_key|auth|permission|voice|invalid|terms|policy/i;

interface Message {
  readonly type: unknown;
  readonly audio: string | null;
  readonly isFinal: boolean | null;
  readonly is_final: boolean | null;
  readonly contextId: string | null;
  readonly context_id: string | null;
  readonly error: unknown;
  readonly alignment: Alignment | null;
}

/** The characters that are spoken in a piece, each with its time since the piece began. */
interface Alignment {
  readonly chars?: unknown;
  readonly charStartTimesMs?: unknown;
  readonly charDurationsMs?: unknown;
}

/** More contexts than these a connection does not have. */
const CONTEXTS = 5;
/** The vendor keeps contexts for minutes. A speech that goes on after so long has had its pause. In milliseconds. */
const CONTEXT_MS = 10_000;
/** After so long without a text the vendor gives up, which is the longest it can be asked for. In seconds. */
export const INACTIVITY_SECONDS = 180;
const MS = 1_000;

const messagesOf = (name: string, ...messages: readonly object[]): string[] =>
  messages.map((message) => JSON.stringify({ ...message, context_id: name }));

const flushed = (text: string): object => ({ text: `${text} `, flush: true });
const CLOSING = { close_context: true };

/**
 * The socket of many contexts, one for each text or for each speech. One that is closed speaks what it was given all the
 * same, and has its place until then. `flush_done` tells that a text is over. The vendor sends it without documenting it, so
 * until the first has come the letters that come with the audio tell which text is spoken.
 */
export const elevenLabsTtsProtocol = (
  request: SocketRequest,
  { sampleRate, settings, wire }: { sampleRate: number; settings: object; wire: WireCodec },
): TtsProtocol => {
  const opening = { text: ' ', voice_settings: settings };
  return {
    vendor: request.vendor,
    sampleRate,
    wire,
    contextsMax: CONTEXTS,
    reportsClosed: true,
    idleTimeoutMs: INACTIVITY_SECONDS * MS,
    connect: (listener) => openWebSocket(request, listener),
    synthesise: (name, text) => messagesOf(name, opening, flushed(text), CLOSING),
    contexts: {
      keptMs: CONTEXT_MS,
      haveLetters: true,
      add: (name, text, isFirst) => messagesOf(name, ...(isFirst ? [opening] : []), flushed(text)),
      end: (name) => messagesOf(name, CLOSING),
    },
    cancel: (name) => messagesOf(name, CLOSING),
    read(message): TtsEvent {
      const { type, audio, contextId, context_id, isFinal, is_final, error, alignment } = parseObject<Message>(message);
      const name = contextId ?? context_id;
      if (error) return { ...named(name), failure: reportedFault('elevenlabs', error, !PERMANENT.test(message)) };
      return {
        name: String(name),
        audio: bytesInBase64(audio),
        chunkWords: lettersIn(alignment),
        isEnd: type === 'flush_done',
        isClosed: (isFinal ?? is_final) === true,
      };
    },
  };
};

/** A fault without a name is everybody's. */
const named = (name: string | null | undefined): Pick<TtsEvent, 'name'> => (name ? { name } : {});

function lettersIn(alignment: Alignment | null | undefined): TimedWord[] {
  const { chars, charStartTimesMs: starts, charDurationsMs: durations } = alignment ?? {};
  return timedWords(chars, starts, durations).map(({ text, start, end: duration }) => ({
    text,
    start: start / MS,
    end: (start + duration) / MS,
  }));
}
