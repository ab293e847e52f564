/** Kinds of provider, each with its own registry. */
export const PROVIDER_KINDS = ['stt', 'tts', 'llm', 'telephony'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** `cloud`: the vendor's host. `adapter`: a base URL set by the user. `local`: this machine only. */
export type ProviderType = 'cloud' | 'adapter' | 'local';

// spec: provider catalogue entries
/** Keys that identify the provider. None of them is a setting. */
export const NOT_FIELDS: readonly string[] = ['kind', 'provider', 'name'];

type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** A setting or secret of a provider, for the catalogue and for validation. */
export interface Field {
  readonly type: FieldType;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly secret?: true;
  readonly examples?: readonly unknown[];
  readonly multiline?: true;
  readonly allow_custom_input?: boolean;
  /** Options per model, for a field that depends on the model. */
  readonly model_options?: Readonly<Record<string, readonly string[]>>;
  /** Canonical language id -> vendor code. */
  readonly language_codes?: Readonly<Record<string, string>>;
  readonly docs_url?: string;
  readonly description?: string;
  /** JSON Schema of array items. */
  readonly items?: Readonly<Record<string, unknown>>;
  /** The text is a URL, or empty. */
  readonly format?: 'uri';
}

export type Fields = Readonly<Record<string, Field>>;

declare const VALUE: unique symbol;

/** A field with the compile-time type of its value. */
export type FieldOf<T> = Field & { readonly [VALUE]?: T };

/** Capabilities of a model: its languages and the settings of each. */
export interface ModelCapabilities {
  /** Canonical language id -> vendor code. */
  readonly languages?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, Readonly<Record<string, SettingCapability>>>>;
}

/** Model id -> capabilities. */
export type Capabilities = Readonly<Record<string, ModelCapabilities>>;

/** Behaviour of a setting in one language. */
export interface SettingCapability {
  readonly default?: unknown;
  readonly options?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly input_type?: string;
  readonly allow_custom_input?: boolean;
  readonly description?: string;
}

/** A provider's declaration: the single source of catalogue, validation, masking and settings type. */
export interface Declaration<F extends Fields = Fields> {
  readonly kind: ProviderKind;
  readonly provider: string;
  readonly name: string;
  /** Vendor of the credentials, where the name is that of a product. */
  readonly vendor?: string;
  readonly provider_type: ProviderType;
  readonly description: string;
  /** Fields that are required unless they have a default, including secrets. */
  readonly required: readonly (keyof F & string)[];
  readonly fields: F;
  /**
   * Hosts of the vendor besides those in defaults and examples of fields, exact or with a leading `*` for one label.
   * Stored secrets are sent only to the vendor's hosts and to those an admin allowed.
   */
  readonly hosts?: readonly string[];
  /** STT and TTS providers have them, LLM providers do not. */
  readonly capabilities?: Capabilities;
}

/** Secret fields of a provider, in the order of declaration. */
export const secretsOf = (declaration: Declaration): string[] =>
  Object.entries(declaration.fields).flatMap(([name, field]) => (field.secret ? [name] : []));

/** Whether a provider requires stored credentials. */
export const needsCredentials = (declaration: Declaration): boolean =>
  secretsOf(declaration).some((name) => declaration.required.includes(name));

/** Settings an adapter receives, by field. Required fields are present, others may be absent. */
export type SettingsOf<F extends Fields, Required extends keyof F = never> = {
  readonly [K in keyof F]: K extends Required ? NonNullable<ValueOf<F[K]>> : ValueOf<F[K]>;
};

type ValueOf<F> = F extends FieldOf<infer T> ? T : never;
