import type { CredentialUseCases } from '../../../application/credentials/index.ts';
import type { NewAuth } from '../../../application/credentials/provider-auths.ts';
import { created, done, ok, type Handlers, type Input } from '../handler.ts';

export const authHandlers = (credentials: CredentialUseCases) =>
  ({
    listAuthCatalog: async ({ caller }) => ok(await credentials.catalogue(caller)),
    getAuthCatalogEntry: async ({ caller, path }) => ok(await credentials.catalogueEntry(caller, path('provider'))),
    listConfiguredProviders: async ({ caller }) => ok(await credentials.configured(caller)),
    storeProviderAuth: async ({ caller, body }: Input<NewAuth>) => created(await credentials.store(caller, body)),
    getProviderAuth: async ({ caller, path }) => ok(await credentials.read(caller, path('provider'))),
    allowProviderHosts: async ({ caller, path, body }: Input<{ allowed_hosts: readonly string[] }>) =>
      ok(await credentials.allowHosts(caller, path('provider'), body)),
    deleteProviderAuth: async ({ caller, path }) => {
      await credentials.delete(caller, path('provider'));
      return done('Provider credentials deleted');
    },
  }) satisfies Handlers;
