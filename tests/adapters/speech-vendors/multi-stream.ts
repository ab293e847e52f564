import { elevenlabs } from '../../../adapters/providers/tts/elevenlabs.ts';
import { fieldsOf } from './hearing-server.ts';
import { LETTER_SECONDS, speakingServer, type Spoken } from './speaking-server.ts';
import { speaking } from './stands.ts';

interface Message {
  readonly context_id: string;
  readonly text?: string;
  readonly flush?: boolean;
  readonly close_context?: boolean;
}

/** How the letters of a piece are told. */
type Spell = (letters: string) => string;

const LETTER_MS = LETTER_SECONDS * 1_000;

const alignmentOf = (chars: readonly string[]) => ({
  chars,
  charStartTimesMs: chars.map((_, at) => at * LETTER_MS),
  charDurationsMs: chars.map(() => LETTER_MS),
});

/**
 * `/multi-stream-input`: five contexts at most, each opened by any message that names it; what is flushed is spoken, with
 * its letters, and nothing tells that a text is over but the end of its context.
 */
const server = (spell: Spell | null) =>
  speakingServer((url) => {
    const [kind, rate] = url.searchParams.get('output_format')!.split('_');
    const piece = (contextId: string, audio: string, { letters }: Spoken) => ({
      audio,
      contextId,
      alignment: spell && alignmentOf([...spell(letters)]),
    });
    return {
      understand(message) {
        const { context_id: name, text, flush, close_context } = fieldsOf(message) as unknown as Message;
        if (close_context) return { opens: name, closes: name };
        return flush ? { opens: name, say: { name, text: text!.trim() } } : { opens: name };
      },
      format: () => ({ sampleRate: Number(rate), isMulaw: kind === 'ulaw' }),
      chunk: piece,
      end: () => null,
      contexts: { most: 5, closed: (contextId) => ({ isFinal: true, contextId }) },
    };
  });

/** ElevenLabs, which spells what it speaks unless it is told otherwise. */
export const multiStream = async (spell: Spell | null = (letters) => letters) =>
  speaking(elevenlabs, await server(spell));
