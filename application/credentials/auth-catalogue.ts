import type { CredentialIndex } from '../ports/provider-auths.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { authFields, type AuthCatalogueEntry, type AuthFields } from '../../domain/credentials/auth-fields.ts';
import { PROVIDER_KINDS } from '../../domain/providers/declaration.ts';
import { unknownProvider } from '../../domain/providers/catalogue.ts';

interface CataloguePorts {
  readonly providers: ProviderRegistry;
  readonly credentialIndex: CredentialIndex;
}

/** Lists the auth fields of every provider that takes credentials. */
export const readAuthCatalogue =
  ({ providers, credentialIndex }: CataloguePorts) =>
  async (principal: Principal): Promise<Readonly<Record<string, AuthCatalogueEntry>>> => {
    const { org_id } = allow(principal, 'catalogue.read');
    const configured = await credentialIndex.configured(org_id);
    return Object.fromEntries(allAuthFields(providers).map((each) => [each.provider, entryOf(each, configured)]));
  };

/** Reads the auth fields of one provider. */
export const readAuthCatalogueEntry =
  ({ providers, credentialIndex }: CataloguePorts) =>
  async (principal: Principal, provider: string): Promise<AuthCatalogueEntry> => {
    const { org_id } = allow(principal, 'catalogue.read');
    return entryOf(requireAuthFields(providers, provider), await credentialIndex.configured(org_id));
  };

const entryOf = (fields: AuthFields, configured: ReadonlySet<string>): AuthCatalogueEntry => ({
  ...fields,
  authenticated: fields.secrets.length === 0 || configured.has(fields.provider),
});

/** Lists the ids of the providers with stored credentials, in alphabetical order. */
export const listConfigured =
  ({ credentialIndex }: { credentialIndex: CredentialIndex }) =>
  async (principal: Principal): Promise<readonly string[]> => {
    const { org_id } = allow(principal, 'catalogue.read');
    return [...(await credentialIndex.configured(org_id))].toSorted();
  };

/** The auth fields of a provider over all its kinds. Rejects an unregistered provider. */
export function requireAuthFields(providers: ProviderRegistry, provider: string): AuthFields {
  const fields = authFields(PROVIDER_KINDS.flatMap((kind) => providers.find(kind, provider) ?? []));
  if (!fields) throw unknownProvider(provider, 'GET /auth/catalog');
  return fields;
}

/** The auth fields of every provider that takes credentials, ordered by id. */
function allAuthFields(providers: ProviderRegistry): AuthFields[] {
  const ids = PROVIDER_KINDS.flatMap((kind) => providers.list(kind).map(({ provider }) => provider));
  return [...new Set(ids)]
    .toSorted()
    .map((provider) => requireAuthFields(providers, provider))
    .filter(({ secrets }) => secrets.length > 0);
}
