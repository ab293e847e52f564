import { capabilitiesFor, fieldsFor } from './capabilities.ts';
import {
  NOT_FIELDS,
  secretsOf,
  type Capabilities,
  type Declaration,
  type Field,
  type ProviderType,
  type ProviderKind,
} from './declaration.ts';
import { missing, type DomainError } from '../errors.ts';

/** An entry of a provider list. */
export interface ProviderEntry {
  readonly provider: string;
  readonly name: string;
  readonly provider_type: ProviderType;
  readonly authenticated: boolean;
}

/** Everything a client needs to build a provider's settings form. */
export interface ProviderSetting extends ProviderEntry {
  readonly description: string;
  readonly required: readonly string[];
  readonly secrets: readonly string[];
  readonly fields: Readonly<Record<string, FieldEntry>>;
  /** Present for STT and TTS, absent for LLM and telephony. */
  readonly capabilities?: Capabilities;
}

/** Input of a value: choose an option, type, or both. */
export type InputMode = 'options' | 'both' | 'input';

/** A field as the catalogue shows it. A secret has no input mode. */
export type FieldEntry = Omit<Field, 'allow_custom_input'> & { readonly input_mode?: InputMode };

/** Whether a provider takes no credentials, not even optional ones. */
export const isBuiltIn = (declaration: Declaration): boolean => secretsOf(declaration).length === 0;

/**
 * Whether an organisation can use a provider: built-in, or with stored credentials. Optional credentials count only
 * when stored.
 */
export const isAuthenticated = (declaration: Declaration, configured: ReadonlySet<string>): boolean =>
  isBuiltIn(declaration) || configured.has(declaration.provider);

/** A provider as a list entry. */
export const providerEntry = (declaration: Declaration, authenticated: boolean): ProviderEntry => ({
  provider: declaration.provider,
  name: declaration.name,
  provider_type: declaration.provider_type,
  authenticated,
});

/** A provider with its settings, narrowed to the models that support all these languages. */
export function providerSetting(
  declaration: Declaration,
  languages: readonly string[],
  authenticated: boolean,
): ProviderSetting {
  const speaks = declaration.kind === 'stt' || declaration.kind === 'tts';
  return {
    ...providerEntry(declaration, authenticated),
    description: declaration.description,
    required: declaration.required,
    secrets: secretsOf(declaration),
    fields: fieldEntries(declaration, languages),
    ...(speaks && { capabilities: capabilitiesFor(declaration, languages) }),
  };
}

function fieldEntries(declaration: Declaration, languages: readonly string[]): Record<string, FieldEntry> {
  const fields = Object.entries(fieldsFor(declaration, languages));
  return Object.fromEntries(
    fields.filter(([name]) => !NOT_FIELDS.includes(name)).map(([name, field]) => [name, entryOf(field)]),
  );
}

function entryOf({ allow_custom_input, ...field }: Field): FieldEntry {
  if (field.secret) return field;
  const offers = field.examples !== undefined || field.model_options !== undefined;
  return { ...field, input_mode: !offers ? 'input' : allow_custom_input ? 'both' : 'options' };
}

/** Default provider per kind. Organisations choose their own carrier. */
export const DEFAULT_PROVIDERS: Readonly<Record<ProviderKind, string | null>> = {
  stt: 'deepgram',
  tts: 'elevenlabs',
  llm: 'openai',
  telephony: null,
};

/** Maximum characters shown of a provider id. */
const SHOWN_MAX = 50;

/** Error for an unregistered provider. It names the route that lists all. */
export const unknownProvider = (provider: string, listedBy: string): DomainError =>
  missing(`Provider ${provider.slice(0, SHOWN_MAX)}`, `${listedBy} lists all there are`);
