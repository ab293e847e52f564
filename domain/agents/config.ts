import { requireWellFormed } from '../well-formed-json.ts';
import { parseBehaviour, type AgentBehaviour } from './behaviour.ts';
import { parseKnowledgeBase, requireToolCallingProviders, type AgentKnowledgeBase } from './knowledge-base.ts';
import { parseLanguage, type AgentLanguage } from './language.ts';
import { providerChain, parseModels, type AgentModels, type KnownProviders } from './models.ts';
import { parsePrompts, type AgentPrompts } from './prompts.ts';
import { readAll, readEach, readInteger, readObject, required } from './json-readers.ts';
import { parseVariables, type CustomVariables } from './variables.ts';

/** Full configuration of an agent. Spec: AgentConfigPayload. */
export interface AgentConfigPayload {
  /** Reserved for later migrations. No code depends on it. */
  readonly schema_version: number;
  readonly prompts: AgentPrompts;
  readonly behaviour: AgentBehaviour;
  readonly language: AgentLanguage;
  readonly models: AgentModels;
  readonly knowledge_base: AgentKnowledgeBase;
  readonly custom_variables: CustomVariables;
}

/**
 * Parses a configuration from untyped JSON: fills in defaults and drops unknown fields. Throws one `invalid` error that
 * lists every problem with its field. Parsing the result again changes nothing.
 */
export function parseAgentConfig(input: unknown, providers: KnownProviders): AgentConfigPayload {
  const config = required(readObject(input, 'config'), 'config');
  readEach(
    Object.entries(config).map(([name, part]) => () => {
      requireWellFormed(part, name);
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
  const thinkers = providerChain(parsed.models.llm_config).map(({ provider }) => provider);
  requireToolCallingProviders(parsed.knowledge_base, thinkers);
  return parsed;
}
