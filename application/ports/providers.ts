import type { Declaration, ProviderKind } from '../../domain/providers/declaration.ts';
import type { LanguageModel } from './language-model.ts';
import type { Transcription, TranscriptionListener, TranscriptionOptions } from './speech-to-text.ts';
import type { SpeechSynthesiser, SynthesiserOptions } from './text-to-speech.ts';

/** For reading provider declarations and validating settings. */
export interface ProviderRegistry {
  /** The providers of a kind, ordered by id. */
  list(kind: ProviderKind): readonly Declaration[];
  find(kind: ProviderKind, provider: string): Declaration | null;
  /**
   * The parsed settings: defaults not filled in, nulls dropped. Rejects unknown and malformed fields with `invalid` and
   * a message that names the field. Secrets are not settings and are rejected.
   */
  parseSettings(
    kind: ProviderKind,
    provider: string,
    settings: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
}

/** Settings of a model configuration with its credentials, in memory only. */
export interface ProviderSettings {
  readonly provider: string;
  readonly [field: string]: unknown;
}

/**
 * For opening the STT, TTS and LLM of a call. Throws a VendorFailure when a provider cannot be reached. Secrets in the
 * settings are sent only to the vendor's hosts, the operator's servers and `allowedHosts`.
 */
export interface Vendors {
  transcription(
    settings: ProviderSettings,
    options: TranscriptionOptions,
    listener: TranscriptionListener,
    allowedHosts?: readonly string[],
  ): Promise<Transcription>;
  synthesiser(
    settings: ProviderSettings,
    options: SynthesiserOptions,
    allowedHosts?: readonly string[],
  ): Promise<SpeechSynthesiser>;
  languageModel(settings: ProviderSettings, allowedHosts?: readonly string[]): Promise<LanguageModel>;
}

/** For opening LLMs outside calls, with the stored credentials of an organisation. Throws a VendorFailure. */
export interface OrganisationModels {
  open(orgId: string, settings: ProviderSettings): Promise<LanguageModel>;
}
