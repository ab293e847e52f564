import type { CredentialUseCases } from '../../../application/credentials/index.ts';
import type { NewToolSecret } from '../../../domain/credentials/tool-secret.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';

export const toolSecretHandlers = (credentials: CredentialUseCases) =>
  ({
    listToolSecrets: async ({ principal }) => ok(await credentials.listToolSecrets(principal)),
    storeToolSecret: async ({ principal }, body: Body<NewToolSecret>) =>
      created(await credentials.storeToolSecret(principal, body)),
    getToolSecret: async ({ principal, path }) => ok(await credentials.readToolSecret(principal, path('secret_name'))),
    deleteToolSecret: async ({ principal, path, query }) => {
      await credentials.deleteToolSecret(principal, path('secret_name'), { force: query('force') === 'true' });
      return done('Tool secret deleted');
    },
  }) satisfies Partial<Handlers>;
