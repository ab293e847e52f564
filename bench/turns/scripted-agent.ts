import type { VoiceId } from '../../adapters/providers/local/voice-messages.ts';
import type { Clock } from '../../application/ports/clock.ts';
import type { GenerationChunk, GenerationRequest, LanguageModel } from '../../application/ports/language-model.ts';
import type { SpeechSynthesiser } from '../../application/ports/text-to-speech.ts';
import { END_CONVERSATION } from '../../domain/voice/conversation-context.ts';
import { AGENT } from './scripts.ts';
import { RATE, type Voices } from './voices.ts';

/** Of LLM and TTS: short, so that what is measured is turn-taking. */
const FIRST_OUTPUT_MS = 50;
const AGENT_VOICE: VoiceId = 'rms';
const CHUNK = RATE / 10;

const pause = (clock: Clock): Promise<void> =>
  new Promise((resolve) => void clock.after(FIRST_OUTPUT_MS, () => resolve()));

/** Explains when asked to, ends the call when the caller says goodbye, and else confirms. */
export const scriptedModel = (clock: Clock): LanguageModel => ({
  model: null,
  async *generate({ messages }: GenerationRequest): AsyncIterable<GenerationChunk> {
    const words = messages.findLast(({ role }) => role === 'user')?.content ?? '';
    const isOver = words.includes('goodbye');
    const answer = words.includes('explain') ? AGENT.explanation : AGENT.reply;
    await pause(clock);
    yield { type: 'text', text: isOver ? AGENT.goodbye : answer };
    if (isOver) yield { type: 'tool_call', call: { id: 'end', name: END_CONVERSATION.name, arguments: {} } };
  },
  close: () => undefined,
});

/** A real voice, synthesised ahead of its time. */
export const scriptedSynthesiser = (clock: Clock, voices: Voices): SpeechSynthesiser => ({
  sampleRate: RATE,
  async *synthesise(text, signal) {
    await pause(clock);
    const audio = Int16Array.from(voices.speak(AGENT_VOICE, text).pcm);
    for (let at = 0; at < audio.length && !signal.aborted; at += CHUNK) yield audio.subarray(at, at + CHUNK);
  },
  close: () => undefined,
});
