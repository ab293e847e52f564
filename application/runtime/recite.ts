import type { Agent } from '../../domain/agents/agent.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import { splitForSpeech } from '../../domain/voice/sentences.ts';
import type { WordTiming } from '../../domain/voice/played-text.ts';
import type { Manner, Voice } from '../ports/text-to-speech.ts';
import { abandonable } from './deadline.ts';
import type { Phrase, PhraseBook } from './phrase-book.ts';

/**
 * The agent's voice, which makes what the agent says in every call only once: for this version of the agent, this vendor
 * and this rate. What was broken off is not remembered.
 */
export function reciting(
  book: PhraseBook,
  { agent_id, updated_at }: Agent,
  settings: ConversationSettings,
  { voice, provider }: { voice: Voice; provider: () => string },
): Voice {
  const phrases = new Set(fixedTexts(settings).flatMap(splitForSpeech));
  return {
    get sampleRate() {
      return voice.sampleRate;
    },
    speak(text, signal, manner = {}) {
      if (!phrases.has(text)) return voice.speak(text, signal, manner);
      const name = JSON.stringify([agent_id, updated_at, provider(), voice.sampleRate, text]);
      const known = book.find(name);
      if (known) return played(known, manner);
      const marks: WordTiming[] = [];
      const marked = (mark: WordTiming): void => {
        marks.push(mark);
        manner.marked?.(mark);
      };
      const source = voice.speak(text, signal, { ...manner, marked })[Symbol.asyncIterator]();
      const chunks = { [Symbol.asyncIterator]: () => source };
      return abandonable(remembered(book, name, { marks, chunks }, signal), () => void source.return?.());
    },
    prepare(text, speech) {
      if (!phrases.has(text)) voice.prepare?.(text, speech);
    },
    finish: (speech) => voice.finish?.(speech),
    close: () => voice.close(),
  };
}

/** What an agent says whatever the caller says. */
const fixedTexts = ({ greeting, hold, idlePrompt, closingMessage }: ConversationSettings): readonly string[] => [
  greeting,
  ...(hold?.messages ?? []),
  idlePrompt?.message ?? '',
  closingMessage,
];

async function* played({ sound, marks }: Phrase, { marked }: Manner): AsyncIterable<Int16Array> {
  if (marked) marks.forEach((mark) => marked(mark));
  yield* sound;
}

async function* remembered(
  book: PhraseBook,
  name: string,
  { marks, chunks }: { marks: readonly WordTiming[]; chunks: AsyncIterable<Int16Array> },
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const sound: Int16Array[] = [];
  for await (const chunk of chunks) {
    sound.push(chunk.slice());
    yield chunk;
  }
  if (!signal.aborted) book.keep(name, { sound, marks });
}
