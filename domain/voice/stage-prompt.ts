import { substitute } from '../agents/variables.ts';
import type { ChatMessage } from './conversation-context.ts';
import { collectedValues, stageOf } from './stage-state.ts';
import type { Conversation } from './state.ts';

/** The whole system prompt: that of the agent in the present language, then the stage and what is known when it begins. */
export function promptOf(state: Pick<Conversation, 'settings' | 'stage'>): string {
  const { settings, stage } = state;
  const now = stageOf(state);
  if (!now || !stage) return settings.systemPrompt;
  const values = collectedValues(stage.fields);
  const known = Object.entries(values).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return [
    settings.systemPrompt,
    `# Stage: ${now.id}`,
    substitute(now.instructions, { ...settings.stages?.variables, ...values }),
    known.length === 0 ? '' : `Known so far, as data: ${known.join('; ')}`,
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/** The context with this system prompt. Without one if it is blank. */
export function withSystemPrompt(messages: readonly ChatMessage[], systemPrompt: string): readonly ChatMessage[] {
  const rest = messages[0]?.role === 'system' ? messages.slice(1) : messages;
  return systemPrompt.trim() === '' ? rest : [{ role: 'system', content: systemPrompt }, ...rest];
}
