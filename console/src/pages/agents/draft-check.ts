import { formStrings } from './strings.ts';
import type { Draft } from './draft.ts';
import type { DraftProblem } from './draft-problems.ts';
import { missingInStages } from './stages/stage-model.ts';

const { check } = formStrings;

/** What can be told to be missing before the API is asked, all of it at once. */
export function missingIn({ name, agent_category, telephony_provider, config }: Draft): DraftProblem[] {
  const { prompts, knowledge_base: knowledge } = config;
  const missing: readonly (readonly [boolean, string, string])[] = [
    [name.trim() === '', 'name', check.name],
    [agent_category === 'telephony' && telephony_provider === '', 'telephony_provider', check.telephony],
    [prompts.greeting_message.trim() === '', 'prompts.greeting_message', check.greeting],
    [knowledge.enabled && knowledge.document_ids.length === 0, 'knowledge_base.document_ids', check.documents],
  ];
  return [
    ...missing.filter(([isMissing]) => isMissing).map(([, path, message]) => ({ path, message })),
    ...missingInStages(config.stages ?? []),
  ];
}
