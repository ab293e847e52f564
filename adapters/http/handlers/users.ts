import type { AccountUseCases } from '../../../application/accounts/index.ts';
import type { LogIn } from '../../../application/accounts/log-in.ts';
import type { ResetPassword } from '../../../application/accounts/reset-password.ts';
import type { SsoResponse } from '../../../application/accounts/single-sign-on.ts';
import type { SignUp } from '../../../application/accounts/sign-up.ts';
import { created, done, ok, type Body, type Handlers } from '../handler.ts';

export const userHandlers = (accounts: AccountUseCases) =>
  ({
    signUp: async (_input, body: Body<SignUp>) => created(await accounts.signUp(body)),
    logIn: async (_input, body: Body<LogIn>) => ok(await accounts.logIn(body)),
    startSingleSignOn: async (_input, { email }) =>
      ok({ status: 'success', ...(await accounts.startSingleSignOn({ email })) }),
    finishSingleSignOn: async (_input, body: Body<SsoResponse>) => ok(await accounts.finishSingleSignOn(body)),
    issueBotToken: async (_input, { org_id }) => ok(await accounts.issueBotToken({ org_id })),
    switchOrganisation: async ({ principal }, { org_id }) =>
      ok(await accounts.switchOrganisation(principal, { org_id })),
    logOutEverywhere: async ({ principal }) => {
      await accounts.logOutEverywhere(principal);
      return done('Every session has ended');
    },
    listMyOrganisations: async ({ principal }) =>
      ok({ status: 'success', organisations: await accounts.listOrganisations(principal) }),
    getMe: async ({ principal }) => ok(await accounts.read(principal)),
    getUser: async ({ principal, path }) => ok(await accounts.readUser(principal, path('email'))),
    checkEmail: async ({ path, query }) => ok(await accounts.checkEmail(path('email'), query('org_id'))),
    forgotPassword: async (_input, { email }) => {
      await accounts.forgotPassword({ email });
      return done('If there is an account with this address, a mail is on its way to it');
    },
    resetPassword: async (_input, body: Body<ResetPassword>) => {
      await accounts.resetPassword(body);
      return done('Password changed');
    },
  }) satisfies Partial<Handlers>;
