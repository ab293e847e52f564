import type { AccountUseCases } from '../../../application/accounts/index.ts';
import type { LogIn } from '../../../application/accounts/log-in.ts';
import type { SignUp } from '../../../application/accounts/sign-up.ts';
import { created, ok, type Handlers, type Input } from '../handler.ts';

export const userHandlers = (accounts: AccountUseCases) =>
  ({
    signUp: async ({ body }: Input<SignUp>) => created(await accounts.signUp(body)),
    logIn: async ({ body }: Input<LogIn>) => ok(await accounts.logIn(body)),
    issueBotToken: async ({ body }: Input<{ org_id: string }>) => ok(await accounts.issueBotToken(body)),
    getMe: async ({ caller }) => ok(await accounts.read(caller)),
  }) satisfies Handlers;
