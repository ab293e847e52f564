import { area } from '../area.ts';
import { confirmCaller } from './confirm-caller.ts';
import { issueBotToken } from './issue-bot-token.ts';
import { logIn } from './log-in.ts';
import { readAccount } from './read-account.ts';
import { signUp } from './sign-up.ts';

/** Everything the outside may ask about accounts. */
export const accountUseCases = area({ signUp, logIn, issueBotToken, read: readAccount, confirm: confirmCaller });
export type AccountUseCases = ReturnType<typeof accountUseCases>;
