import type { AccountUseCases } from '../../../application/accounts/index.ts';
import { created, ok, type Handlers } from '../handler.ts';

export const userHandlers = (accounts: AccountUseCases) =>
  ({
    signUp: async ({ body }) => created(await accounts.signUp(body())),
    logIn: async ({ body }) => ok(await accounts.logIn(body())),
    issueBotToken: async ({ body }) => ok(await accounts.issueBotToken(body())),
    getMe: async ({ caller }) => ok(await accounts.read(caller)),
  }) satisfies Handlers;
