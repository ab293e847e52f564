import { lettersIn } from '../providers/letter-audio.ts';
import { fieldsOf, sttServer, type RecognisedSpeech, type ClientIntent } from './stt-server.ts';

const MS = 1_000;
/** How long the audio of a message may be. In milliseconds. */
const SHORTEST = 50;
const LONGEST = 1_000;
const PCM_BYTES_PER_MS = 32;
const TELEPHONE_BYTES_PER_MS = 8;
const WHOLE_SENTENCE = /[.?!]$/;
const KNOWN = new Set(['KeepAlive', 'UpdateConfiguration', 'ForceEndpoint', 'Terminate']);

const turn = ({ text, utterance, start, end }: RecognisedSpeech, more: object) => ({
  type: 'Turn',
  turn_order: utterance,
  turn_is_formatted: false,
  end_of_turn: false,
  transcript: text,
  words:
    text === ''
      ? []
      : [{ text, start: (start + 0.01) * MS, end: end * MS, confidence: 0.9, word_is_final: more !== PARTIAL }],
  end_of_turn_confidence: 0.5,
  ...more,
});
const PARTIAL = {};

const fault = (error_code: number, error: string) => ({ type: 'Error', error_code, error });

/** How much of the end of this audio is silent. In milliseconds. */
function silenceBehind(audio: Buffer): number {
  let silent = 0;
  while (silent < audio.length && audio[audio.length - 1 - silent] === 0) silent += 1;
  return silent / PCM_BYTES_PER_MS;
}

/** Ends turns automatically, like the models of Universal-3 Pro: at a short silence after a sentence. */
function selfEnding(url: URL) {
  const pauseMs = Number(url.searchParams.get('min_turn_silence') ?? 100);
  const isU3Pro = /^(u3-|universal-3)/.test(url.searchParams.get('speech_model') ?? '');
  let since = Buffer.alloc(0);
  let isSpeaking = false;
  let silence = 0;
  return {
    forget(): void {
      since = Buffer.alloc(0);
      isSpeaking = false;
    },
    /** Adds audio. Returns whether speech starts in it, and whether it ends a turn. */
    hear(audio: Buffer): { readonly hasStarted: boolean; readonly hasEnded: boolean } {
      since = Buffer.concat([since, audio]);
      const text = lettersIn(since);
      const hasStarted = isU3Pro && !isSpeaking && text !== '';
      isSpeaking ||= hasStarted;
      const hasEnded = isU3Pro && WHOLE_SENTENCE.test(text) && silenceBehind(since) >= pauseMs;
      silence = silenceBehind(since) / MS;
      if (hasEnded) this.forget();
      return { hasStarted, hasEnded };
    },
    /** How much of the end of what was heard is silent. In seconds. */
    get silence() {
      return silence;
    },
  };
}

/**
 * AssemblyAI's `/v3/ws`: a turn that no word was in is not told, and is ended by none who asks for it. `Error` stands before
 * a closing with the same code, `Termination` behind everything.
 */
export const assemblyAiServer = () =>
  sttServer((url) => {
    const isTelephone = url.searchParams.get('encoding') === 'pcm_mulaw';
    const isFormattedLater = url.searchParams.get('format_turns') === 'true';
    const turns = selfEnding(url);
    let isOver = false;
    let milliseconds = 0;

    const hear = (message: Buffer, answer: (message: object) => void): ClientIntent => {
      const ms = message.length / (isTelephone ? TELEPHONE_BYTES_PER_MS : PCM_BYTES_PER_MS);
      if (ms < SHORTEST || ms > LONGEST) {
        answer(fault(3007, `Input Duration Error: ${ms} ms. Expected between ${SHORTEST} and ${LONGEST} ms`));
        return { close: 3007 };
      }
      milliseconds += ms;
      const { hasStarted, hasEnded } = turns.hear(message);
      if (hasStarted) answer({ type: 'SpeechStarted', timestamp: milliseconds });
      return { audio: message, finish: hasEnded };
    };

    return {
      greeting: [{ type: 'Begin', id: 's', expires_at: 1_764_000_000 }],
      understand(message, isBinary, answer) {
        if (isBinary) return hear(message, answer);
        const type = String(fieldsOf(message)['type']);
        if (!KNOWN.has(type)) {
          answer(fault(3006, `Invalid Message Type: ${type}`));
          return { close: 3006 };
        }
        isOver = type === 'Terminate';
        if (type === 'ForceEndpoint' || isOver) turns.forget();
        return { finish: type === 'ForceEndpoint' || isOver, bye: isOver };
      },
      partial: (speech) => [turn(speech, PARTIAL)],
      final(speech) {
        const ended = { end_of_turn: true, turn_is_formatted: true };
        const rough = isFormattedLater ? [turn({ ...speech, text: 'rough' }, { end_of_turn: true })] : [];
        const audio = { ...speech, end: speech.end - turns.silence };
        const reported = speech.text === '' ? [] : [...rough, turn(audio, ended)];
        const seconds = { audio_duration_seconds: milliseconds / MS, session_duration_seconds: milliseconds / MS };
        return isOver ? [...reported, { type: 'Termination', ...seconds }] : reported;
      },
    };
  });
