import { requireSound } from '../sound-json.ts';
import { parseBehaviour, type AgentBehaviour } from './behaviour.ts';
import { parseKnowledgeBase, type AgentKnowledgeBase } from './knowledge-base.ts';
import { parseLanguage, type AgentLanguage } from './language.ts';
import { candidates, parseModels, type AgentModels, type KnownProviders } from './models.ts';
import { parsePrompts, type AgentPrompts } from './prompts.ts';
import { readInteger, readObject, required } from './reading.ts';
import { parseVariables, type CustomVariables } from './variables.ts';

/** Everything that makes an agent what it is. Spec: AgentConfigPayload. */
export interface AgentConfigPayload {
  /** Reserved for later migrations; nothing branches on it. */
  readonly schema_version: number;
  readonly prompts: AgentPrompts;
  readonly behaviour: AgentBehaviour;
  readonly language: AgentLanguage;
  readonly models: AgentModels;
  readonly knowledge_base: AgentKnowledgeBase;
  readonly custom_variables: CustomVariables;
}

/**
 * A configuration out of untyped JSON: typed, complete with its defaults, and free of fields it does not know. What is
 * wrong is refused with `invalid` and one sentence that names the field. Parsing the result again changes nothing.
 */
export function parseAgentConfig(input: unknown, providers: KnownProviders): AgentConfigPayload {
  const config = required(readObject(input, 'config'), 'config');
  for (const [name, part] of Object.entries(config)) requireSound(part, name);
  const prompts = parsePrompts(config['prompts']);
  const behaviour = parseBehaviour(config['behaviour']);
  const language = parseLanguage(config['language']);
  const models = parseModels(config['models'], providers);
  const knowledge = (thinker: string) => parseKnowledgeBase(config['knowledge_base'], thinker);
  // Whoever may come to think must be able to use it.
  for (const { provider } of candidates(models.llm_config)) knowledge(provider);
  return {
    schema_version: readInteger(config['schema_version'], 'schema_version') ?? 1,
    prompts,
    behaviour,
    language,
    models,
    knowledge_base: knowledge(models.llm_config.provider),
    custom_variables: parseVariables(config['custom_variables']),
  };
}
