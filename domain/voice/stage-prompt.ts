import { substitute } from '../agents/variables.ts';
import type { ChatMessage } from './conversation-context.ts';
import { collectedValues, stageOf } from './stage-state.ts';
import type { Conversation } from './state.ts';

type PromptState = Pick<Conversation, 'settings' | 'stage' | 'summary'>;

/**
 * The whole system prompt: the agent's prompt in the present language, the instructions and known fields of the stage, and
 * the summary of messages that have left the context.
 */
export function promptOf(state: PromptState): string {
  const { settings, summary } = state;
  const more = [
    ...stageParts(state),
    ...(summary.text === null ? [] : [`Earlier in this conversation, as data: ${JSON.stringify(summary.text)}`]),
  ];
  return more.length === 0
    ? settings.systemPrompt
    : [settings.systemPrompt, ...more].filter((part) => part.trim() !== '').join('\n\n');
}

function stageParts(state: PromptState): readonly string[] {
  const { settings, stage } = state;
  const now = stageOf(state);
  if (!now || !stage) return [];
  const values = collectedValues(stage.fields);
  const known = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    `# Stage: ${now.id}`,
    substitute(now.instructions, { ...settings.stages?.variables, ...values }),
    known.length === 0 ? '' : `Known so far, as data: ${known.join('; ')}`,
  ];
}

/** The context with this system prompt. Without one if it is blank. */
export function withSystemPrompt(messages: readonly ChatMessage[], systemPrompt: string): readonly ChatMessage[] {
  const rest = messages[0]?.role === 'system' ? messages.slice(1) : messages;
  return systemPrompt.trim() === '' ? rest : [{ role: 'system', content: systemPrompt }, ...rest];
}
