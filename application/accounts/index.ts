import { area } from '../area.ts';
import { authenticateApiKey, createApiKey, deleteApiKey, listApiKeys } from './api-keys.ts';
import { checkEmail } from './check-email.ts';
import { refreshPrincipal } from './refresh-principal.ts';
import { forgotPassword } from './forgot-password.ts';
import { identifyAccount, identifyHolder } from './identify.ts';
import { issueBotToken } from './issue-bot-token.ts';
import { listOrganisations } from './organisations.ts';
import { logIn } from './log-in.ts';
import { logOutEverywhere } from './log-out-everywhere.ts';
import { readAccount, readUser } from './read-account.ts';
import { resetPassword } from './reset-password.ts';
import { signUp } from './sign-up.ts';
import { isSignUpOpen } from './sign-up-policy.ts';
import { finishSingleSignOn, identifySignOn, signOnRedirectUri, startSingleSignOn } from './single-sign-on.ts';
import {
  createSsoConnection,
  deleteSsoConnection,
  hasSingleSignOn,
  listSsoConnections,
  verifySsoConnection,
} from './sso-connections.ts';
import { switchOrganisation } from './open-session.ts';

/** Use cases of the accounts area. */
export const accountUseCases = area({
  signUp,
  isSignUpOpen,
  logIn,
  startSingleSignOn,
  finishSingleSignOn,
  identifySignOn,
  signOnRedirectUri,
  hasSingleSignOn,
  listSsoConnections,
  createSsoConnection,
  verifySsoConnection,
  deleteSsoConnection,
  logOutEverywhere,
  issueBotToken,
  switchOrganisation,
  listOrganisations,
  read: readAccount,
  readUser,
  checkEmail,
  forgotPassword,
  resetPassword,
  refreshPrincipal,
  identify: identifyAccount,
  identifyHolder,
  listApiKeys,
  createApiKey,
  deleteApiKey,
  authenticateApiKey,
});
export type AccountUseCases = ReturnType<typeof accountUseCases>;
