import type { AccountUseCases } from '../../../application/accounts/index.ts';
import type { NewSsoConnection } from '../../../domain/accounts/stored-sso-connection.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';

export const ssoConnectionHandlers = (accounts: AccountUseCases) =>
  ({
    listSsoConnections: async ({ principal }) => ok(await accounts.listSsoConnections(principal)),
    createSsoConnection: async ({ principal }, body: Body<NewSsoConnection>) =>
      created(await accounts.createSsoConnection(principal, body)),
    verifySsoConnection: async ({ principal, path, origin }) =>
      ok(await accounts.verifySsoConnection(principal, path('connection_id'), origin)),
    deleteSsoConnection: async ({ principal, path }) => {
      await accounts.deleteSsoConnection(principal, path('connection_id'));
      return done('Connection deleted');
    },
  }) satisfies Partial<Handlers>;
