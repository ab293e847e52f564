import { DomainError, invalid } from '../errors.ts';
import { readEach, readFields, readObject, readText, required } from './json-readers.ts';
import { readLanguage } from './language.ts';
import { parseProviderChain, type AgentModels, type KnownProviders, type ProviderConfig } from './models.ts';

const SWITCHES = ['detection', 'tool'] as const;

/** A language that a call can switch to. */
export interface OtherLanguage {
  readonly language: string;
  /** Added to the system prompt while the call is in this language. */
  readonly prompt: string;
  /** Replaces the agent's TTS configuration. Absent: the agent's own, in this language. */
  readonly tts_config?: ProviderConfig;
  /** Replaces the agent's STT configuration. Absent: the agent's own. */
  readonly stt_config?: ProviderConfig;
}

/** Languages within a call, beside the primary language. */
export interface AgentLanguages {
  /** `detection`: by the language that the STT vendor reports. `tool`: the model calls `switch_language`. */
  readonly switch_by: (typeof SWITCHES)[number];
  readonly others: readonly OtherLanguage[];
}

const OTHERS_MAX = 10;

/** Parses languages within a call from untyped JSON. Null when absent. */
export function parseLanguages(input: unknown, providers: KnownProviders): AgentLanguages | null {
  const given = readObject(input, 'languages');
  if (!given) return null;
  const { others, ...rest } = readFields(given, 'languages', {
    switch_by: () => required(switchOf(given['switch_by']), 'languages.switch_by'),
    others: () => parseOthers(given['others'], providers),
  });
  return { ...rest, others };
}

function switchOf(input: unknown): AgentLanguages['switch_by'] | null {
  const text = readText(input, 'languages.switch_by');
  const chosen = SWITCHES.find((option) => option === text);
  if (text !== null && !chosen) throw invalid(`languages.switch_by must be one of ${SWITCHES.join(', ')}`);
  return chosen ?? null;
}

function parseOthers(input: unknown, providers: KnownProviders): readonly OtherLanguage[] {
  const path = 'languages.others';
  if (!Array.isArray(input)) throw invalid(`${path} must be a list of objects`);
  if (input.length > OTHERS_MAX) throw invalid(`${path} must have at most ${OTHERS_MAX} items`);
  return readEach(input.map((item: unknown, index) => () => parseOther(item, `${path}[${index}]`, providers)));
}

function parseOther(input: unknown, path: string, providers: KnownProviders): OtherLanguage {
  const given = required(readObject(input, path), path);
  const config = (kind: 'stt' | 'tts') => () =>
    readObject(given[`${kind}_config`], `${path}.${kind}_config`) &&
    parseProviderChain(given[`${kind}_config`], kind, providers, path);
  const { tts_config, stt_config, ...other } = readFields(given, path, {
    language: () => required(readLanguage(given['language'], `${path}.language`), `${path}.language`),
    prompt: () => readText(given['prompt'], `${path}.prompt`) ?? '',
    tts_config: config('tts'),
    stt_config: config('stt'),
  });
  return { ...other, ...(tts_config && { tts_config }), ...(stt_config && { stt_config }) };
}

/** Rejects languages that repeat one another or the primary one, and those that the agent's own voice does not speak. */
export function requireSwitchableLanguages(
  languages: AgentLanguages | null,
  primary: string,
  models: AgentModels,
  providers: KnownProviders,
): void {
  const known = new Set([primary]);
  readEach(
    (languages?.others ?? []).map(({ language, tts_config }, index) => () => {
      const path = `languages.others[${index}]`;
      if (known.has(language)) throw invalid(`${path}.language is in use already`);
      known.add(language);
      if (!tts_config && !inLanguage(models.tts_config, language, providers))
        throw invalid(`${path}.tts_config is required: the agent's voice does not speak ${language}`);
    }),
  );
}

/** The TTS configuration in another language, without its fallback where that does not speak it. Null if it does not. */
export function inLanguage(config: ProviderConfig, language: string, providers: KnownProviders): ProviderConfig | null {
  const { fallback, ...first } = config;
  const main = inLanguageOf(first, language, providers);
  const second = fallback && inLanguageOf(fallback, language, providers);
  return main && { ...main, ...(second && { fallback: second }) };
}

function inLanguageOf(config: ProviderConfig, language: string, providers: KnownProviders): ProviderConfig | null {
  const { provider, ...settings } = config;
  const declaration = providers.find('tts', provider);
  // A provider without the setting decides by the text.
  if (!declaration || !Object.hasOwn(declaration.fields, 'language')) return config;
  try {
    return { provider, ...providers.parseSettings('tts', provider, { ...settings, language }) };
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}
