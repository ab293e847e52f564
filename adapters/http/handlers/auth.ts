import type { CredentialUseCases } from '../../../application/credentials/index.ts';
import type { NewAuth } from '../../../application/credentials/provider-auths.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';

export const authHandlers = (credentials: CredentialUseCases) =>
  ({
    listAuthCatalog: async ({ principal }) => ok(await credentials.catalogue(principal)),
    getAuthCatalogEntry: async ({ principal, path }) =>
      ok(await credentials.catalogueEntry(principal, path('provider'))),
    listConfiguredProviders: async ({ principal }) => ok(await credentials.configured(principal)),
    storeProviderAuth: async ({ principal }, body: Body<NewAuth>) => created(await credentials.store(principal, body)),
    getProviderAuth: async ({ principal, path }) => ok(await credentials.read(principal, path('provider'))),
    allowProviderHosts: async ({ principal, path }, { allowed_hosts }) =>
      ok(await credentials.allowHosts(principal, path('provider'), { allowed_hosts })),
    deleteProviderAuth: async ({ principal, path }) => {
      await credentials.delete(principal, path('provider'));
      return done('Provider credentials deleted');
    },
  }) satisfies Partial<Handlers>;
