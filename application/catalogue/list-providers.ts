import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { supportsAll } from '../../domain/providers/capabilities.ts';
import { isBuiltIn, providerEntry, type ProviderEntry } from '../../domain/providers/catalogue.ts';
import type { Declaration, ProviderKind } from '../../domain/providers/declaration.ts';
import { DEFAULT_PROVIDERS } from '../../domain/providers/defaults.ts';
import type { CredentialIndex } from '../ports/credential-index.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { authenticatedAmong } from './authenticated.ts';
import { wantedLanguages } from './wanted-languages.ts';

/** The providers of a kind that take all these languages, by id: the built-in ones first, then the default one. */
export const listProviders =
  ({ providers, credentialIndex }: { providers: ProviderRegistry; credentialIndex: CredentialIndex }) =>
  async (caller: Caller, kind: ProviderKind, languages?: string): Promise<Readonly<Record<string, ProviderEntry>>> => {
    const { org_id } = allow(caller, 'catalogue.read');
    const wanted = wantedLanguages(languages);
    const fitting = providers.list(kind).filter((declaration) => supportsAll(declaration, wanted));
    const rank = (declaration: Declaration): number => {
      if (isBuiltIn(declaration)) return 0;
      return declaration.provider === DEFAULT_PROVIDERS[kind] ? 1 : 2;
    };
    const ordered = fitting.toSorted((a, b) => rank(a) - rank(b));
    const authenticated = await authenticatedAmong(ordered, org_id, credentialIndex);
    return Object.fromEntries(
      ordered.map((declaration) => [declaration.provider, providerEntry(declaration, authenticated(declaration))]),
    );
  };
