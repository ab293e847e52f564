import { requireSound } from '../sound-json.ts';
import { parseBehaviour, type AgentBehaviour } from './behaviour.ts';
import { parseKnowledgeBase, requireThinkers, type AgentKnowledgeBase } from './knowledge-base.ts';
import { parseLanguage, type AgentLanguage } from './language.ts';
import { candidates, parseModels, type AgentModels, type KnownProviders } from './models.ts';
import { parsePrompts, type AgentPrompts } from './prompts.ts';
import { readAll, readEach } from './read-all.ts';
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
 * A configuration out of untyped JSON: typed, complete with its defaults, and free of fields it does not know. All that
 * is wrong is refused with `invalid` at once, in a sentence each that names the field. Parsing the result again changes
 * nothing.
 */
export function parseAgentConfig(input: unknown, providers: KnownProviders): AgentConfigPayload {
  const config = required(readObject(input, 'config'), 'config');
  readEach(
    Object.entries(config).map(([name, part]) => () => {
      requireSound(part, name);
    }),
  );
  const parsed: AgentConfigPayload = readAll({
    schema_version: () => readInteger(config['schema_version'], 'schema_version') ?? 1,
    prompts: () => parsePrompts(config['prompts']),
    behaviour: () => parseBehaviour(config['behaviour']),
    language: () => parseLanguage(config['language']),
    models: () => parseModels(config['models'], providers),
    knowledge_base: () => parseKnowledgeBase(config['knowledge_base']),
    custom_variables: () => parseVariables(config['custom_variables']),
  });
  const thinkers = candidates(parsed.models.llm_config).map(({ provider }) => provider);
  requireThinkers(parsed.knowledge_base, thinkers);
  return parsed;
}
