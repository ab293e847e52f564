import type { ProviderKind } from '../../parts/provider-names.ts';
import type { AgentConfig } from './agent.ts';
import type { Catalogue } from './catalogue.ts';
import { isReady } from './first-provider.ts';
import { formStrings } from './strings.ts';

/** Speech providers that support the agent's language, by kind. */
export type LanguageProviders = Readonly<Record<'stt' | 'tts', ReadonlySet<string>>>;

/** What makes calls of an agent fail. */
export interface CallWarnings {
  readonly messages: readonly string[];
  /** Whether stored credentials would help. */
  readonly needsCredentials: boolean;
}

const MODEL_KINDS = ['stt', 'llm', 'tts'] as const;

/**
 * Why calls of this agent would fail: missing credentials, and speech providers that do not support its language. The
 * language is not judged while `supported` is unknown. Unknown providers are left to the API.
 */
export function callWarnings(
  { models, language }: AgentConfig,
  carrier: string | null,
  { providers, languages }: Catalogue,
  supported: LanguageProviders | null,
): CallWarnings {
  const used: readonly (readonly [ProviderKind, string])[] = [
    ...MODEL_KINDS.flatMap((kind) => {
      const { provider, fallback } = models[`${kind}_config`];
      return [provider, ...(fallback ? [fallback.provider] : [])].map((each) => [kind, each] as const);
    }),
    ...(carrier === null ? [] : [['telephony', carrier] as const]),
  ];
  const known = used.flatMap(([kind, provider]) => {
    const entry = providers[kind].find((each) => each.provider === provider);
    return entry ? [{ kind, entry }] : [];
  });
  const locked = known.filter(({ entry }) => !isReady(entry)).map(({ entry }) => entry.name);
  const languageName = languages[language.primary] ?? language.primary;
  const unfit = known.filter(
    ({ kind, entry }) => (kind === 'stt' || kind === 'tts') && supported?.[kind].has(entry.provider) === false,
  );
  const messages = [
    ...locked.map((name) => formStrings.credentialsMissing(name)),
    ...unfit.map(({ entry }) => formStrings.mismatch(entry.name, languageName)),
  ];
  return { messages: [...new Set(messages)], needsCredentials: locked.length > 0 };
}
