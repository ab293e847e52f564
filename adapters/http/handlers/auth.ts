import type { CredentialUseCases } from '../../../application/credentials/index.ts';
import type { NewAuth } from '../../../application/credentials/store-auth.ts';
import type { Caller } from '../../../domain/accounts/caller.ts';
import { created, done, ok, type Handlers, type Input } from '../handler.ts';

/** `confirm` answers the caller as it stands now: whoever left an organisation reads no more of its secrets. */
export const authHandlers = (credentials: CredentialUseCases, confirm: (caller: Caller) => Promise<Caller>) =>
  ({
    listAuthCatalog: async ({ caller }) => ok(await credentials.catalogue(caller)),
    getAuthCatalogEntry: async ({ caller, path }) => ok(await credentials.catalogueEntry(caller, path('provider'))),
    listConfiguredProviders: async ({ caller }) => ok(await credentials.configured(caller)),
    storeProviderAuth: async ({ caller, body }: Input<NewAuth>) => created(await credentials.store(caller, body)),
    getProviderAuth: async ({ caller, path }) => ok(await credentials.read(await confirm(caller), path('provider'))),
    deleteProviderAuth: async ({ caller, path }) => {
      await credentials.delete(caller, path('provider'));
      return done('Provider credentials deleted');
    },
  }) satisfies Handlers;
