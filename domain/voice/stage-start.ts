import type { AgentStage } from '../agents/agent-stages.ts';
import type { ConversationStep } from './conversation-step.ts';
import { switchLanguage } from './language-switch.ts';

/** Voice, model and language of a stage apply from now on. */
export function startStage(step: ConversationStep, { id, language }: AgentStage): void {
  const { settings } = step.state;
  if (hasOwnVendors(settings.stages?.byId.values() ?? [])) step.do({ do: 'useStage', stage: id });
  if (language !== undefined && language !== settings.language) switchLanguage(step, language);
}

/** Whether voice or model of the call change with its stages. */
function hasOwnVendors(stages: Iterable<AgentStage>): boolean {
  for (const { tts_config, llm_config } of stages) if (tts_config || llm_config) return true;
  return false;
}
