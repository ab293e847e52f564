import type { Declaration, ProviderKind } from '../../domain/providers/declaration.ts';
import type { LanguageModel } from './language-model.ts';
import type { Transcription, TranscriptionListener, TranscriptionOptions } from './speech-to-text.ts';
import type { SpeechSynthesiser, SynthesiserOptions } from './text-to-speech.ts';

/** For knowing every registered provider: what it declares, and whether settings fit it. */
export interface ProviderRegistry {
  /** Every provider of a kind, in the order of their ids. */
  list(kind: ProviderKind): readonly Declaration[];
  find(kind: ProviderKind, provider: string): Declaration | null;
  /**
   * The settings as the provider understands them: defaults not filled in, nulls dropped. Refuses unknown and malformed
   * fields with `invalid` and a message that names the field. Secrets are not settings and are refused here.
   */
  parseSettings(
    kind: ProviderKind,
    provider: string,
    settings: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>>;
}

/** Settings of a stored model configuration with the credentials merged in, in memory only. */
export interface ProviderSettings {
  readonly provider: string;
  readonly [field: string]: unknown;
}

/**
 * For opening what a call needs from its providers. Throws a VendorFailure when a provider cannot be reached. Secrets among
 * the settings are sent to the vendor's hosts, the operator's servers and `allowedHosts`, and to no others.
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
