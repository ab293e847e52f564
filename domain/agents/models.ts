import { DomainError, invalid } from '../errors.ts';
import { NOT_FIELDS, secretsOf, type Declaration, type ProviderKind } from '../providers/declaration.ts';
import { readAll, readObject, readText, required, type JsonObject } from './json-readers.ts';

/** Stored settings of a provider: without secrets and nulls, defaults not filled in. */
export interface ProviderConfig {
  readonly provider: string;
  /** Fallback provider, used when this one fails. It has no fallback of its own. */
  readonly fallback?: ProviderConfig;
  readonly [setting: string]: unknown;
}

/** STT, TTS and LLM configuration of an agent. */
export interface AgentModels {
  readonly stt_config: ProviderConfig;
  readonly tts_config: ProviderConfig;
  readonly llm_config: ProviderConfig;
}

/** What the domain rules need to know of the registered providers. */
export interface KnownProviders {
  find(kind: ProviderKind, provider: string): Declaration | null;
  /** Validated settings without nulls. Error messages start with the field. */
  parseSettings(kind: ProviderKind, provider: string, settings: JsonObject): JsonObject;
}

export type ModelKind = 'stt' | 'tts' | 'llm';

/** Settings of the language models of an agent and its stages together, in characters of JSON. Their rules take time to check. */
const LLM_SETTINGS_MAX = 200_000;

/** The providers for the configuration of one agent: the settings of its language models are limited together. */
export function providersOfOneAgent(providers: KnownProviders): KnownProviders {
  let left = LLM_SETTINGS_MAX;
  return {
    find: (kind, provider) => providers.find(kind, provider),
    parseSettings(kind, provider, settings) {
      if (kind === 'llm') left -= JSON.stringify(settings).length;
      if (kind === 'llm' && left < 0)
        throw invalid(
          'provider must have shorter settings: ' +
            `those of all language models of an agent may have ${LLM_SETTINGS_MAX} characters together`,
        );
      return providers.parseSettings(kind, provider, settings);
    },
  };
}

/** Parses model configurations from untyped JSON. Every provider must be registered. */
export function parseModels(input: unknown, providers: KnownProviders): AgentModels {
  const models = required(readObject(input, 'models'), 'models');
  const config = (kind: ModelKind) => () => parseProviderChain(models[`${kind}_config`], kind, providers);
  return readAll({ stt_config: config('stt'), tts_config: config('tts'), llm_config: config('llm') });
}

/** The configured provider, followed by its fallback. */
export const providerChain = ({ fallback, ...first }: ProviderConfig): readonly [ProviderConfig, ...ProviderConfig[]] =>
  fallback ? [first, fallback] : [first];

/** Parses the configuration of one model and its fallback, which stands under `parent`. */
export function parseProviderChain(
  input: unknown,
  kind: ModelKind,
  providers: KnownProviders,
  parent = 'models',
): ProviderConfig {
  const path = `${parent}.${kind}_config`;
  const { fallback, ...first } = required(readObject(input, path), path);
  const { config, fallbackConfig } = readAll({
    config: () => parseProvider(first, path, kind, providers),
    fallbackConfig: () => {
      const second = readObject(fallback, `${path}.fallback`);
      return second && parseProvider(second, `${path}.fallback`, kind, providers);
    },
  });
  if (!fallbackConfig) return config;
  if (fallbackConfig.provider === config.provider) throw invalid(`${path}.fallback.provider must be another provider`);
  return { ...config, fallback: fallbackConfig };
}

/** Maximum number of fields, above that of any provider. */
const FIELDS_MAX = 200;

function parseProvider(input: JsonObject, path: string, kind: ModelKind, providers: KnownProviders): ProviderConfig {
  // Every unknown field is reported, and thousands of them take time.
  if (Object.keys(input).length > FIELDS_MAX) throw invalid(`${path} must have at most ${FIELDS_MAX} fields`);
  const { provider: named } = input;
  const given = Object.fromEntries(Object.entries(input).filter(([name]) => !NOT_FIELDS.includes(name)));
  const provider = required(readText(named, `${path}.provider`), `${path}.provider`);
  const declaration = providers.find(kind, provider);
  if (!declaration)
    throw invalid(`${path}.provider must be a registered ${kind} provider: GET /configuration/${kind} lists them`);
  const secrets = secretsOf(declaration).filter((name) => Object.hasOwn(given, name));
  const { settings } = readAll({
    secrets() {
      if (secrets.length > 0)
        throw invalid(`${path.replace(/^models\./u, '')} must not include secret/auth fields: ${secrets.join(', ')}`);
    },
    settings() {
      const plain = Object.entries(given).filter(([name]) => !secrets.includes(name));
      return under(path, () => providers.parseSettings(kind, provider, Object.fromEntries(plain)));
    },
  });
  return { provider, ...settings };
}

/** Prefixes the reasons of a provider's error with the path of its settings. */
function under<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid')
      throw invalid(
        error.reasons.map((reason) => `${path}.${reason}`),
        { cause: error },
      );
    throw error;
  }
}
