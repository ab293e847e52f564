import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { inLanguage, type OtherLanguage } from '../../domain/agents/call-languages.ts';
import type { KnownProviders, ProviderConfig } from '../../domain/agents/models.ts';

type Languages = Pick<AgentConfigPayload, 'language' | 'languages' | 'models'>;

const otherLanguage = ({ languages }: Languages, language: string): OtherLanguage | undefined =>
  languages?.others.find((other) => other.language === language);

/** The TTS configuration of an agent for this language, and for this stage if that has a voice of its own. */
export function voiceConfig(
  { providers }: { providers: KnownProviders },
  config: Languages,
  language: string,
  ofStage?: ProviderConfig,
): ProviderConfig {
  const { tts_config: own } = config.models;
  if (ofStage)
    return language === config.language.primary ? ofStage : (inLanguage(ofStage, language, providers) ?? ofStage);
  const other = otherLanguage(config, language);
  if (!other) return own;
  // The configuration was checked when it was stored, but a provider may have changed since.
  return other.tts_config ?? inLanguage(own, language, providers) ?? own;
}

/**
 * The STT configuration to open for this language. Null where the current one stays: a vendor that detects languages must
 * still recognise the others.
 */
export function listeningConfig(config: Languages, language: string): ProviderConfig | null {
  const { languages, models } = config;
  const own = otherLanguage(config, language)?.stt_config;
  const hasOwn = languages?.others.some(({ stt_config }) => stt_config !== undefined) === true;
  if (own || languages?.switch_by === 'tool' || hasOwn) return own ?? models.stt_config;
  return null;
}
