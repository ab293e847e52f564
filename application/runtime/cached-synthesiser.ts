import type { Agent } from '../../domain/agents/agent.ts';
import type { ConversationSettings } from '../../domain/voice/state.ts';
import { splitForSpeech } from '../../domain/voice/sentences.ts';
import type { PronunciationFinder } from '../../domain/voice/pronunciation.ts';
import type { WordTiming } from '../../domain/voice/played-text.ts';
import type { SynthesisOptions, SpeechSynthesiser } from '../ports/text-to-speech.ts';
import type { CachedSpeech, SpeechCache } from './speech-cache.ts';

interface VoiceParts {
  readonly voice: SpeechSynthesiser;
  readonly provider: () => string;
  readonly pronunciations: PronunciationFinder;
}

/**
 * A synthesiser that caches the agent's fixed texts, such as the greeting. Entries are keyed by agent version, voices, provider,
 * sample rate and pronunciations: a draft or a canary of the agent may have another voice. Interrupted audio is not cached.
 */
export function cachedSynthesiser(
  cache: SpeechCache,
  { agent_id, updated_at, config }: Agent,
  settings: ConversationSettings,
  { voice, provider, pronunciations }: VoiceParts,
): SpeechSynthesiser {
  const voices = JSON.stringify([agent_id, updated_at, config.models, config.language, config.speech ?? null]);
  const cachedTexts = new Set(fixedTexts(settings).flatMap(splitForSpeech));
  return {
    get sampleRate() {
      return voice.sampleRate;
    },
    synthesise(text, signal, options = {}) {
      if (!cachedTexts.has(text)) return voice.synthesise(text, signal, options);
      const key = JSON.stringify([voices, provider(), voice.sampleRate, text, pronunciations(text)]);
      const cached = cache.get(key);
      if (cached) return replay(cached, options);
      const wordTimings: WordTiming[] = [];
      const onWordTiming = (timing: WordTiming): void => {
        wordTimings.push(timing);
        options.onWordTiming?.(timing);
      };
      const chunks = voice.synthesise(text, signal, { ...options, onWordTiming });
      return cacheWhileStreaming(cache, key, { wordTimings, chunks }, signal);
    },
    prepare(text, speech) {
      if (!cachedTexts.has(text)) voice.prepare?.(text, speech);
    },
    beginSpeech: (speech) => voice.beginSpeech?.(speech),
    endSpeech: (speech) => voice.endSpeech?.(speech),
    close: () => voice.close(),
  };
}

/** Texts that every call of the agent uses. */
const fixedTexts = ({ greeting, hold, idlePrompt, closingMessage }: ConversationSettings): readonly string[] => [
  greeting,
  ...(hold?.messages ?? []),
  idlePrompt?.message ?? '',
  closingMessage,
];

async function* replay(
  { chunks, wordTimings }: CachedSpeech,
  { onWordTiming }: SynthesisOptions,
): AsyncIterable<Int16Array> {
  if (onWordTiming) wordTimings.forEach((timing) => onWordTiming(timing));
  yield* chunks;
}

async function* cacheWhileStreaming(
  cache: SpeechCache,
  key: string,
  { wordTimings, chunks }: { wordTimings: readonly WordTiming[]; chunks: AsyncIterable<Int16Array> },
  signal: AbortSignal,
): AsyncGenerator<Int16Array> {
  const stored: Int16Array[] = [];
  for await (const chunk of chunks) {
    stored.push(chunk.slice());
    yield chunk;
  }
  if (!signal.aborted) cache.put(key, { chunks: stored, wordTimings });
}
