import {
  secretsOf,
  type Declaration,
  type Field,
  type ProviderKind,
  type ProviderType,
} from '../providers/declaration.ts';
import { vendorHosts } from '../providers/hosts.ts';

/** Credentials a provider needs: the secret fields of all its kinds. */
export interface AuthFields {
  readonly provider: string;
  /** Name of the vendor, regardless of product. */
  readonly name: string;
  readonly provider_type: ProviderType;
  readonly kinds: readonly ProviderKind[];
  /** Secrets that at least one kind requires. */
  readonly required: readonly string[];
  /** Every secret. Nothing else may be stored. */
  readonly secrets: readonly string[];
  readonly fields: Readonly<Record<string, Field>>;
  /** Where credentials may be sent without an admin's permission. */
  readonly hosts: readonly string[];
}

/** An entry of the credentials catalogue. */
export interface AuthCatalogueEntry extends AuthFields {
  readonly authenticated: boolean;
}

/** Secret fields of a provider. Null without a declaration. Where kinds differ about a field, the first one wins. */
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
