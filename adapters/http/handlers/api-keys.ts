import type { AccountUseCases } from '../../../application/accounts/index.ts';
import type { NewApiKey } from '../../../domain/accounts/api-key.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';

export const apiKeyHandlers = (accounts: AccountUseCases) =>
  ({
    listApiKeys: async ({ principal }) => ok(await accounts.listApiKeys(principal)),
    createApiKey: async ({ principal }, body: Body<NewApiKey>) => created(await accounts.createApiKey(principal, body)),
    deleteApiKey: async ({ principal, path }) => {
      await accounts.deleteApiKey(principal, path('key_id'));
      return done('API key deleted');
    },
  }) satisfies Partial<Handlers>;
