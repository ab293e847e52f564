/** Kinds of provider, each with its own registry. */
export const PROVIDER_KINDS = ['stt', 'tts', 'llm', 'telephony'] as const;
export type ProviderKind = (typeof PROVIDER_KINDS)[number];

/** `cloud`: the vendor's host. `adapter`: a base URL of the user's. `local`: nothing but this machine. */
export type ProviderType = 'cloud' | 'adapter' | 'local';

// spec: provider catalogue entries
/** What tells which provider is meant. None of these is ever a field of it. */
export const NOT_FIELDS: readonly string[] = ['kind', 'provider', 'name'];

type FieldType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** One setting or secret of a provider. What it carries is what the catalogue shows and what validation checks. */
export interface Field {
  readonly type: FieldType;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly secret?: true;
  readonly examples?: readonly unknown[];
  readonly multiline?: true;
  readonly allow_custom_input?: boolean;
  /** Values offered per model, for a field whose choices depend on the model. */
  readonly model_options?: Readonly<Record<string, readonly string[]>>;
  /** Canonical language id -> the vendor's own code. */
  readonly language_codes?: Readonly<Record<string, string>>;
  readonly docs_url?: string;
  readonly description?: string;
  /** JSON Schema of the items, for arrays. */
  readonly items?: Readonly<Record<string, unknown>>;
  /** The text is a URL, or may be left out. */
  readonly format?: 'uri';
}

export type Fields = Readonly<Record<string, Field>>;

declare const VALUE: unique symbol;

/** A field that remembers, for the compiler alone, what type its value has. */
export type FieldOf<T> = Field & { readonly [VALUE]?: T };

/** What one model can do: the languages it takes and the settings that go with each. */
export interface ModelCapabilities {
  /** Canonical language id -> the vendor's own code. */
  readonly languages?: Readonly<Record<string, string>>;
  readonly settings?: Readonly<Record<string, Readonly<Record<string, SettingCapability>>>>;
}

/** Model id -> what it can do. */
export type Capabilities = Readonly<Record<string, ModelCapabilities>>;

/** How one setting behaves in one language. */
export interface SettingCapability {
  readonly default?: unknown;
  readonly options?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly input_type?: string;
  readonly allow_custom_input?: boolean;
  readonly description?: string;
}

/** Everything a vendor declares about itself: the one source of catalogue, validation, masking and settings type. */
export interface Declaration<F extends Fields = Fields> {
  readonly kind: ProviderKind;
  readonly provider: string;
  readonly name: string;
  /** Whom the credentials are of, where the name is that of a product. */
  readonly vendor?: string;
  readonly provider_type: ProviderType;
  readonly description: string;
  /** Names of the fields that must be given unless they have a default, secrets among them. */
  readonly required: readonly (keyof F & string)[];
  readonly fields: F;
  /**
   * Hosts of the vendor that no field's default or examples name, exact or with a leading `*` for one label. Stored secrets are
   * sent to the vendor's hosts and to those that an admin has allowed, and to no others.
   */
  readonly hosts?: readonly string[];
  /** Speech providers have them, language models do not. */
  readonly capabilities?: Capabilities;
}

/** Names of a provider's secret fields, in the order of declaration. */
export const secretsOf = (declaration: Declaration): string[] =>
  Object.entries(declaration.fields).flatMap(([name, field]) => (field.secret ? [name] : []));

/** Whether a provider cannot be opened without stored credentials. */
export const needsCredentials = (declaration: Declaration): boolean =>
  secretsOf(declaration).some((name) => declaration.required.includes(name));

/** The settings an adapter is given: each declared field by its type. Required fields are there, others may be absent. */
export type SettingsOf<F extends Fields, Required extends keyof F = never> = {
  readonly [K in keyof F]: K extends Required ? NonNullable<ValueOf<F[K]>> : ValueOf<F[K]>;
};

type ValueOf<F> = F extends FieldOf<infer T> ? T : never;
