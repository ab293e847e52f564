import type { AgentConfig } from './agent.ts';

/** Languages within a call, as they stand in the form. */
export type LanguageSettings = NonNullable<AgentConfig['languages']>;
export type OtherLanguage = LanguageSettings['others'][number];

/** The part of a configuration with this section, or without it. */
export const withLanguages = (languages: LanguageSettings | undefined): Pick<AgentConfig, 'languages'> =>
  // JSON leaves out what is undefined.
  ({ languages }) as Pick<AgentConfig, 'languages'>;

/** The language with this provider configuration, or without one when it is null. */
export function withModelIn(other: OtherLanguage, kind: 'tts_config' | 'stt_config', value: unknown): OtherLanguage {
  const { [kind]: _, ...rest } = other;
  return value === null ? rest : { ...rest, [kind]: value };
}
