import {
  secretsOf,
  type Declaration,
  type Field,
  type ProviderKind,
  type ProviderType,
} from '../providers/declaration.ts';
import { vendorHosts } from '../providers/hosts.ts';

/** What a provider wants stored for it: its secret fields, of all its kinds together. */
export interface AuthFields {
  readonly provider: string;
  /** What the vendor is called, whatever its products are. */
  readonly name: string;
  readonly provider_type: ProviderType;
  readonly kinds: readonly ProviderKind[];
  /** Secrets that one of the kinds cannot do without. */
  readonly required: readonly string[];
  /** Every secret: nothing else may be stored. */
  readonly secrets: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** Where the credentials are sent without an admin allowing it. */
  readonly hosts: readonly string[];
}

/** One line of the catalogue of credentials. */
export interface AuthCatalogueEntry extends AuthFields {
  readonly authenticated: boolean;
}

/** The secret fields of one provider, or null without a declaration. Where kinds differ about a field, the first is right. */
export function authFields(declarations: readonly Declaration[]): AuthFields | null {
  const [first] = declarations;
  if (!first) return null;
  const secrets = [...new Set(declarations.flatMap(secretsOf))];
  const needed = new Set(declarations.flatMap(({ required }) => required));
  return {
    provider: first.provider,
    name: declarations.find(({ vendor }) => vendor !== undefined)?.vendor ?? first.name,
    provider_type: first.provider_type,
    kinds: declarations.map(({ kind }) => kind),
    required: secrets.filter((name) => needed.has(name)),
    secrets,
    fields: Object.fromEntries(secrets.map((name) => [name, mergedField(name, declarations)])),
    hosts: [...new Set(declarations.flatMap(vendorHosts))].toSorted(),
  };
}

const mergedField = (name: string, declarations: readonly Declaration[]): Field =>
  declarations
    .flatMap(({ fields }) => fields[name] ?? [])
    .filter((field) => field.secret)
    .reduceRight((merged, field) => ({ ...merged, ...field }));
