import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { missing } from '../../domain/errors.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { Tokens } from '../ports/tokens.ts';

/** Spec: BotTokenResponse. */
export interface BotToken {
  readonly access_token: string;
  readonly token_type: 'bearer';
  readonly org_id: string;
  readonly role: 'admin';
}

/** Issues a token for the runtime in one organisation. Its role is `admin` (spec); `may` limits what it allows. */
export const issueBotToken =
  ({ organisations, tokens }: { organisations: OrganisationRepository; tokens: Tokens }) =>
  async ({ org_id }: { org_id: string }): Promise<BotToken> => {
    if (!(await organisations.find(org_id))) throw missing('Organisation');
    const bot = { email: BOT_EMAIL, org_id, role: 'admin' } as const;
    return { access_token: tokens.issue(bot), token_type: 'bearer', org_id, role: bot.role };
  };
