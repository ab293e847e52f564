import { elevenlabsTts } from '../../../adapters/providers/elevenlabs/tts.ts';
import { fieldsOf } from './stt-server.ts';
import { ttsServer, type AudioContent, type TimedText } from './tts-server.ts';
import { speaking } from './stands.ts';

interface Message {
  readonly context_id: string;
  readonly text?: string;
  readonly flush?: boolean;
  readonly close_context?: boolean;
}

/** The spelling of a letter. An empty one is not sent. */
type Spell = (letter: string) => string;

/** In milliseconds, which are whole. */
const alignmentOf = (letters: readonly TimedText[]) => ({
  chars: letters.map(({ text }) => text),
  charStartTimesMs: letters.map(({ start }) => Math.round(start * 1_000)),
  charDurationsMs: letters.map(({ start, end }) => Math.round((end - start) * 1_000)),
});

const spelled = (letter: TimedText, text: string): TimedText[] => (text === '' ? [] : [{ ...letter, text }]);

interface Manner {
  /** How the vendor spells what it speaks; null when it spells nothing. */
  readonly spell?: Spell | null;
  /** Whether it tells that a text is over, as it does without documenting it. */
  readonly tellsEnds?: boolean;
}

/**
 * `/multi-stream-input`: five contexts at most, each opened by any message that names it; what is flushed is spoken, with
 * its letters.
 */
const server = ({ spell = (letter) => letter, tellsEnds = true }: Manner) =>
  ttsServer((url) => {
    const [kind, rate] = url.searchParams.get('output_format')!.split('_');
    const piece = (contextId: string, audio: string, { letters }: AudioContent) => {
      const alignment = spell && alignmentOf(letters.flatMap((letter) => spelled(letter, spell(letter.text))));
      // What is spoken needs no other spelling here.
      return { audio, contextId, alignment, normalizedAlignment: alignment };
    };
    return {
      understand(message) {
        const { context_id: name, text, flush, close_context } = fieldsOf(message) as unknown as Message;
        if (close_context) return { opens: name, closes: name };
        return flush ? { opens: name, say: { name, text: text!.trim() } } : { opens: name };
      },
      format: () => ({ sampleRate: Number(rate), isMulaw: kind === 'ulaw' }),
      chunk: piece,
      end: (context_id) =>
        tellsEnds
          ? { type: 'flush_done', context_id, status_code: 206, done: false, data: '', flush_done: true }
          : null,
      contexts: { most: 5, closed: (contextId) => ({ isFinal: true, contextId }) },
    };
  });

/** ElevenLabs, with letter alignment and, by default, a message at the end of a text. */
export const multiStream = async (manner: Manner = {}) => speaking(elevenlabsTts, await server(manner));
