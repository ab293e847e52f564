import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { providerSetting, type ProviderSetting } from '../../domain/providers/catalogue.ts';
import type { ProviderKind } from '../../domain/providers/declaration.ts';
import { unknownProvider } from '../../domain/providers/unknown.ts';
import type { CredentialIndex } from '../ports/credential-index.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { authenticatedAmong } from './authenticated.ts';
import { wantedLanguages } from './wanted-languages.ts';

/** Everything a client needs to ask a user for one provider's settings, narrowed to these languages. */
export const readSettings =
  ({ providers, credentialIndex }: { providers: ProviderRegistry; credentialIndex: CredentialIndex }) =>
  async (caller: Caller, kind: ProviderKind, provider: string, languages?: string): Promise<ProviderSetting> => {
    const { org_id } = allow(caller, 'catalogue.read');
    const wanted = wantedLanguages(languages);
    const declaration = providers.find(kind, provider);
    if (!declaration) throw unknownProvider(provider, `GET /configuration/${kind}`);
    const authenticated = await authenticatedAmong([declaration], org_id, credentialIndex);
    return providerSetting(declaration, wanted, authenticated(declaration));
  };
