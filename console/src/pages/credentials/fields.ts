import type { components } from '../../api.ts';
import { settingName } from '../../parts/setting-name.ts';

type Schemas = components['schemas'];

/** What a provider wants stored. */
export type CatalogueEntry = Schemas['AuthCatalogueEntry'];

/** What is stored of it. */
export type StoredAuth = Schemas['ProviderAuthResponse'];

/** A field of the form: what the provider calls it and how it is filled in. */
export interface SecretField {
  readonly name: string;
  readonly label: string;
  readonly hint: string | null;
  /** Where the provider shows it. */
  readonly docsUrl: string | null;
  readonly isRequired: boolean;
  /** Such as a private key. */
  readonly isLong: boolean;
  /** Whether several can be stored, of which calls take turns. */
  readonly takesSeveral: boolean;
}

/** What is written into each field: one value, or several. */
export type Secrets = Readonly<Record<string, readonly string[]>>;

/** The fields of a provider in the order in which it declares them. */
export function fieldsOf({
  fields,
  required,
  secrets,
}: Pick<CatalogueEntry, 'fields' | 'required' | 'secrets'>): readonly SecretField[] {
  return secrets.map((name) => {
    const { description = null, docs_url: docsUrl = null, multiline = false } = fields[name] ?? {};
    return {
      name,
      label: settingName(name),
      hint: description,
      docsUrl,
      isRequired: required.includes(name),
      isLong: multiline,
      // Which key would belong to which secret is said nowhere.
      takesSeveral: secrets.length === 1 && !multiline,
    };
  });
}

/** What is stored: a value each, or a list of several. What is left empty is left out. */
export function bodyOf(secrets: Secrets): Record<string, string | string[]> {
  const written = Object.entries(secrets).map(([name, values]) => [name, filled(values)] as const);
  return Object.fromEntries(
    written
      .filter(([, values]) => values.length > 0)
      .map(([name, [first = '', ...more]]) => [name, more.length === 0 ? first : [first, ...more]]),
  );
}

const filled = (values: readonly string[] = []): string[] => values.map((value) => value.trim()).filter(Boolean);

const SHOWN = 4;
const HIDDEN = '••••';

/** Masked values: enough to tell keys apart. */
export function shownSecrets(
  auth: Readonly<Record<string, unknown>>,
): readonly (readonly [label: string, shown: string])[] {
  return Object.entries(auth).map(([name, value]) => {
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return [settingName(name), values.map(shownSecret).join(', ')] as const;
  });
}

const shownSecret = (value: unknown): string =>
  typeof value === 'string' && value.length > 2 * SHOWN ? HIDDEN + value.trimEnd().slice(-SHOWN) : HIDDEN;
