import { parseObject } from '../../lib/parse-object.ts';
import { reportedFault } from '../../lib/vendor-failures.ts';
import { openWebSocket, type SocketRequest } from '../../lib/web-socket.ts';
import { timedWords, type TimedWord } from '../_speech/word-alignment.ts';
import type { TtsEvent, TtsProtocol } from '../_speech/tts-protocol.ts';
import { bytesInBase64, type WireCodec } from '../_speech/wire-codec.ts';

/** Errors that a retry does not fix: key, plan, voice or request. */
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

/** Spoken characters of a chunk, timed from its start. */
interface Alignment {
  readonly chars?: unknown;
  readonly charStartTimesMs?: unknown;
  readonly charDurationsMs?: unknown;
}

/** Maximum number of contexts of a connection. */
const CONTEXTS = 5;
/** A pause of this length starts a new context, in ms. The vendor keeps contexts for minutes. */
const CONTEXT_MS = 10_000;
/** The vendor closes a connection after this time without a text; the longest it allows, in seconds. */
export const INACTIVITY_SECONDS = 180;
const MS = 1_000;

const messagesOf = (name: string, ...messages: readonly object[]): string[] =>
  messages.map((message) => JSON.stringify({ ...message, context_id: name }));

const flushed = (text: string): object => ({ text: `${text} `, flush: true });
const CLOSING = { close_context: true };

/**
 * The socket with several contexts, one for each text or speech. A closed context still speaks its texts, and uses
 * capacity until then. `flush_done` reports the end of a text. It is undocumented, so letter timings separate the texts
 * until the first one arrives.
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

/** An error without a context concerns the whole connection. */
const named = (name: string | null | undefined): Pick<TtsEvent, 'name'> => (name ? { name } : {});

function lettersIn(alignment: Alignment | null | undefined): TimedWord[] {
  const { chars, charStartTimesMs: starts, charDurationsMs: durations } = alignment ?? {};
  return timedWords({ words: chars, start: starts, end: durations }).map(({ text, start, end: duration }) => ({
    text,
    start: start / MS,
    end: (start + duration) / MS,
  }));
}
