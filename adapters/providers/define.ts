import type { LanguageModel } from '../../application/ports/language-model.ts';
import type {
  Transcription,
  TranscriptionListener,
  TranscriptionOptions,
} from '../../application/ports/speech-to-text.ts';
import type { Voice, VoiceOptions } from '../../application/ports/text-to-speech.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import { invalid } from '../../domain/errors.ts';
import type { Declaration, Fields, ProviderKind, SettingsOf } from '../../domain/providers/declaration.ts';
import type { Network } from '../lib/network.ts';
import { settingsChecker, type Settings } from './settings.ts';

/** A provider with its types forgotten: what it declares, which settings it takes, and how it is opened. */
export interface Provider<Arguments extends readonly unknown[], Opened> {
  readonly declaration: Declaration;
  /** The settings without nulls, defaults not filled in. Refuses secrets, unknown and malformed fields with `invalid`. */
  parseSettings(settings: Settings): Settings;
  /** Opens with stored settings and secrets in one. Fields this kind does not declare are left out. */
  open(settings: Settings, ...how: Arguments): Promise<Opened>;
}

export type SttProvider = Provider<[TranscriptionOptions, TranscriptionListener, Network], Transcription>;
export type TtsProvider = Provider<[VoiceOptions, Network], Voice>;
export type LlmProvider = Provider<[Network], LanguageModel>;

/** What a vendor file writes: its declaration, and how to open it with the settings that follow from it. */
interface Definition<
  F extends Fields,
  Required extends keyof F & string,
  Arguments extends readonly unknown[],
  Opened,
> extends Omit<Declaration<F>, 'kind' | 'required'> {
  readonly required: readonly Required[];
  /** Refuses with `invalid` what the fields alone cannot tell. Sees the settings with their defaults. */
  check?(settings: SettingsOf<F>): void;
  open(settings: SettingsOf<F, Required>, ...how: Arguments): Promise<Opened>;
}

/** Defines a transcriber: the vendor's file is the only place that knows it. */
export const sttProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [TranscriptionOptions, TranscriptionListener, Network], Transcription>,
): SttProvider => define('stt', definition);

/** Defines a voice. */
export const ttsProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [VoiceOptions, Network], Voice>,
): TtsProvider => define('tts', definition);

/** Defines a language model. */
export const llmProvider = <F extends Fields, const Required extends keyof F & string>(
  definition: Definition<F, Required, [Network], LanguageModel>,
): LlmProvider => define('llm', definition);

function define<F extends Fields, Required extends keyof F & string, A extends readonly unknown[], O>(
  kind: ProviderKind,
  { check, open, ...described }: Definition<F, Required, A, O>,
): Provider<A, O> {
  const declaration: Declaration = { kind, ...described };
  const malformation = settingsChecker(declaration);
  const fields = Object.entries(declaration.fields);
  const settable = new Set(fields.flatMap(([name, field]) => (field.secret ? [] : [name])));
  const requiredSettings = declaration.required.filter((name) => settable.has(name));
  const defaults = Object.fromEntries(
    fields.flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  );

  const faultOf = (settings: Settings, required: readonly string[]): string | null => {
    const absent = required.find((name) => settings[name] === undefined);
    return absent === undefined ? malformation(settings) : `${absent} is required`;
  };

  return {
    declaration,

    parseSettings(input) {
      const settings = withoutNulls(input);
      const unknown = Object.keys(settings).find((name) => !settable.has(name));
      if (unknown !== undefined) throw invalid(`${unknown} is not a setting of ${declaration.provider}`);
      const complete = { ...defaults, ...settings };
      const fault = faultOf(complete, requiredSettings);
      if (fault !== null) throw invalid(fault);
      check?.(complete as unknown as SettingsOf<F>);
      return settings;
    },

    async open(input, ...how) {
      const known = Object.entries(withoutNulls(input)).filter(([name]) => Object.hasOwn(declaration.fields, name));
      const settings = { ...defaults, ...Object.fromEntries(known) };
      const fault = faultOf(settings, declaration.required);
      if (fault !== null) throw new VendorFailure(`${kind} ${declaration.provider}: ${fault}`, { retryable: false });
      return open(settings as unknown as SettingsOf<F, Required>, ...how);
    },
  };
}

const withoutNulls = (settings: Settings): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined));
