import type { AccountUseCases } from '../../../application/accounts/index.ts';
import type { LogIn } from '../../../application/accounts/log-in.ts';
import type { ResetPassword } from '../../../application/accounts/reset-password.ts';
import type { SignUp } from '../../../application/accounts/sign-up.ts';
import { created, done, ok, type Handlers, type Input } from '../handler.ts';

export const userHandlers = (accounts: AccountUseCases) =>
  ({
    signUp: async ({ body }: Input<SignUp>) => created(await accounts.signUp(body)),
    logIn: async ({ body }: Input<LogIn>) => ok(await accounts.logIn(body)),
    issueBotToken: async ({ body }: Input<{ org_id: string }>) => ok(await accounts.issueBotToken(body)),
    switchOrganisation: async ({ principal, body }: Input<{ org_id: string }>) =>
      ok(await accounts.switchOrganisation(principal, body)),
    logOutEverywhere: async ({ principal }) => {
      await accounts.logOutEverywhere(principal);
      return done('Every session has ended');
    },
    listMyOrganisations: async ({ principal }) =>
      ok({ status: 'success', organisations: await accounts.listOrganisations(principal) }),
    getMe: async ({ principal }) => ok(await accounts.read(principal)),
    getUser: async ({ principal, path }) => ok(await accounts.readUser(principal, path('email'))),
    checkEmail: async ({ path, query }) => ok(await accounts.checkEmail(path('email'), query('org_id'))),
    forgotPassword: async ({ body }: Input<{ email: string }>) => {
      await accounts.forgotPassword(body);
      return done('If there is an account with this address, a mail is on its way to it');
    },
    resetPassword: async ({ body }: Input<ResetPassword>) => {
      await accounts.resetPassword(body);
      return done('Password changed');
    },
  }) satisfies Handlers;
