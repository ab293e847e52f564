import { allow, type Caller } from '../../domain/accounts/caller.ts';
import type { AuthCatalogueEntry, AuthFields } from '../../domain/credentials/auth-fields.ts';
import type { CredentialIndex } from '../ports/credential-index.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { allAuthFields, requireAuthFields } from './registered-auth-fields.ts';

interface CataloguePorts {
  readonly providers: ProviderRegistry;
  readonly credentialIndex: CredentialIndex;
}

/** What every provider that takes credentials wants stored, by provider. */
export const readAuthCatalogue =
  ({ providers, credentialIndex }: CataloguePorts) =>
  async (caller: Caller): Promise<Readonly<Record<string, AuthCatalogueEntry>>> => {
    const { org_id } = allow(caller, 'catalogue.read');
    const configured = await credentialIndex.configured(org_id);
    return Object.fromEntries(allAuthFields(providers).map((each) => [each.provider, entryOf(each, configured)]));
  };

/** What one provider wants stored. */
export const readAuthCatalogueEntry =
  ({ providers, credentialIndex }: CataloguePorts) =>
  async (caller: Caller, provider: string): Promise<AuthCatalogueEntry> => {
    const { org_id } = allow(caller, 'catalogue.read');
    return entryOf(requireAuthFields(providers, provider), await credentialIndex.configured(org_id));
  };

const entryOf = (fields: AuthFields, configured: ReadonlySet<string>): AuthCatalogueEntry => ({
  ...fields,
  authenticated: fields.secrets.length === 0 || configured.has(fields.provider),
});
