import { LANGUAGES } from '../providers/languages.ts';
import type { Tool, ToolCall } from './conversation-context.ts';
import type { ConversationStep } from './conversation-step.ts';
import { discardPreemptiveGeneration } from './preemptive-generation.ts';
import type { ConversationSettings } from './state.ts';
import { countWords } from './speech-detection.ts';
import { promptOf, withSystemPrompt } from './stage-prompt.ts';

/** The tool with which the LLM switches the language of the call. */
export const SWITCH_LANGUAGE = 'switch_language';

/** The tool for these languages. */
export const switchLanguageTool = (languages: readonly string[]): Tool => ({
  name: SWITCH_LANGUAGE,
  description:
    'Switches the language of the call. Call it when the caller speaks another of these languages or asks for one, ' +
    'and say nothing in the same answer: you answer in the new language afterwards.',
  parameters: {
    type: 'object',
    properties: { language: { type: 'string', enum: languages } },
    required: ['language'],
    additionalProperties: false,
  },
});

/** The addition to the system prompt that every language but the first gets. */
export const languageInstruction = (language: string): string =>
  `The conversation is in ${LANGUAGES[language] ?? language} now. Answer in this language.`;

/** Words in one final transcript that show the caller's language. Fewer need two transcripts, as names mislead. */
const CERTAIN_WORDS = 4;

/**
 * The vendor reports the language of a final transcript. The call switches after one transcript of several words, or two
 * shorter ones in a row. Languages that are not the agent's are ignored.
 */
export function considerLanguage(
  step: ConversationStep,
  { text, final, language }: { text: string; final: boolean; language?: string },
): void {
  // Words that do not take the turn change nothing.
  if (!final || language === undefined || step.state.caller.status !== 'confirmed') return;
  const other = detectedOther(step.state.settings, language);
  const isCertain = step.state.languageInDoubt === other || countWords(text) >= CERTAIN_WORDS;
  step.set({ languageInDoubt: isCertain ? null : other });
  if (other !== null && isCertain) switchLanguage(step, other);
}

/** The agent's language that was detected, if it is not that of the call. */
function detectedOther({ languages, language: current }: ConversationSettings, detected: string): string | null {
  if (languages?.switchBy !== 'detection') return null;
  const choice = languages.choices.find(({ language }) => isSameLanguage(language, detected))?.language ?? null;
  return choice === current ? null : choice;
}

/** The tool call that switches to another language of the agent, if there is one. */
export function switchIn({ state }: ConversationStep, calls: readonly ToolCall[]): ToolCall | undefined {
  const { languages } = state.settings;
  if (languages?.switchBy !== 'tool') return undefined;
  return calls.find(
    ({ name, arguments: { language: wanted } }) =>
      name === SWITCH_LANGUAGE && languages.choices.some(({ language }) => language === wanted),
  );
}

/** Performs the tool call: the context gets the call and its result. */
export function switchByTool(step: ConversationStep, call: ToolCall): void {
  const language = String(call.arguments['language']);
  step.emit({ type: 'tool_started', id: call.id, name: call.name });
  if (language !== step.state.settings.language) switchLanguage(step, language);
  step.set({
    messages: [
      ...step.state.messages,
      { role: 'assistant', content: '', tool_calls: [call] },
      { role: 'tool', content: languageInstruction(language), tool_call_id: call.id },
    ],
  });
  step.emit({ type: 'tool_done', id: call.id, name: call.name });
}

/** Changes the language of the call to another of the agent's. */
export function switchLanguage(step: ConversationStep, language: string): void {
  const { settings } = step.state;
  const { systemPrompt } = settings.languages?.choices.find((choice) => choice.language === language) ?? settings;
  discardPreemptiveGeneration(step);
  step.set({
    settings: { ...settings, language, systemPrompt },
    languageInDoubt: null,
  });
  step.set({ messages: withSystemPrompt(step.state.messages, promptOf(step.state)) });
  step.do({ do: 'switchLanguage', language });
}

/** Vendors report a language with or without its region. */
const isSameLanguage = (one: string, other: string): boolean =>
  one.split('-', 1)[0]?.toLowerCase() === other.split('-', 1)[0]?.toLowerCase();
