import type { AccountUseCases } from '../../application/accounts/index.ts';
import type { AuditUseCases } from '../../application/audit/index.ts';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import type { Actor, AuditAction, AuditedAction } from '../../domain/audit/event.ts';
import type { Handlers, Input, Reply } from './handler.ts';
import { isHttpError } from './http-error.ts';

interface Parts {
  readonly audit: Pick<AuditUseCases, 'runAudited'>;
  readonly accounts: Pick<AccountUseCases, 'identify' | 'identifyHolder'>;
}

/** The action of a request, its target and its actor. */
interface AuditSubject extends AuditedAction {
  readonly actor: Actor;
}

type DescribeSubject<Body = never> = (
  input: Input<Body>,
  accounts: Parts['accounts'],
) => AuditSubject | Promise<AuditSubject>;

/** An action on a target in the path or the body. */
const byPrincipal =
  (action: AuditAction, name: string): DescribeSubject<Readonly<Record<string, string>>> =>
  ({ principal: { email, org_id }, path, body }) => ({
    action,
    target_id: path(name) || storedTarget(body, name),
    actor: { email, org_id },
  });

/** An action that creates a target, whose id is in the response. */
const making =
  (action: AuditAction): DescribeSubject =>
  ({ principal: { email, org_id } }) => ({ action, target_id: null, actor: { email, org_id } });

/** Accounts are identified by their stored address. */
const storedTarget = (body: Readonly<Record<string, string>>, name: string): string | null =>
  name === 'email' ? normaliseEmail(body[name] ?? '') : (body[name] ?? null);

const byAccount = (action: AuditAction, actor: Actor): AuditSubject => ({ action, target_id: actor.email, actor });

/** The audited operations, recorded whether they succeed or are refused. */
export const AUDITED_OPERATIONS = {
  logIn: async ({ body }: Input<{ email: string }>, accounts) =>
    byAccount('account.log_in', await accounts.identify(body.email)),
  forgotPassword: async ({ body }: Input<{ email: string }>, accounts) =>
    byAccount('account.forgot_password', await accounts.identify(body.email)),
  resetPassword: async ({ body }: Input<{ token: string }>, accounts) =>
    byAccount('account.reset_password', await accounts.identifyHolder(body.token)),
  logOutEverywhere: ({ principal: { email, org_id } }: Input) => ({
    action: 'account.log_out_everywhere',
    target_id: email,
    actor: { email, org_id },
  }),
  issueBotToken: ({ body: { org_id } }: Input<{ org_id: string }>) => ({
    action: 'bot_token.issue',
    target_id: org_id,
    actor: { email: BOT_EMAIL, org_id },
  }),
  inviteMember: byPrincipal('member.invite', 'email'),
  assignAdmin: byPrincipal('member.promote', 'email'),
  removeMember: byPrincipal('member.remove', 'email'),
  deleteOrganisation: byPrincipal('organisation.delete', 'org_id'),
  storeProviderAuth: byPrincipal('credential.store', 'provider'),
  allowProviderHosts: ({ principal, path, body }: Input<{ allowed_hosts: readonly string[] }>) => ({
    action: 'credential.allow_hosts',
    target_id: [path('provider'), ...body.allowed_hosts].join(' '),
    actor: { email: principal.email, org_id: principal.org_id },
  }),
  deleteProviderAuth: byPrincipal('credential.delete', 'provider'),
  createAgent: making('agent.create'),
  updateAgent: byPrincipal('agent.update', 'agent_id'),
  deleteAgent: byPrincipal('agent.delete', 'agent_id'),
  uploadContacts: making('contact_list.upload'),
  createCampaign: making('campaign.create'),
  updateCampaign: byPrincipal('campaign.update', 'campaign_id'),
  startCampaign: byPrincipal('campaign.start', 'campaign_id'),
  pauseCampaign: byPrincipal('campaign.pause', 'campaign_id'),
  resumeCampaign: byPrincipal('campaign.resume', 'campaign_id'),
  redialCampaign: byPrincipal('campaign.redial', 'campaign_id'),
  deleteCampaign: byPrincipal('campaign.delete', 'campaign_id'),
  uploadDocument: making('document.upload'),
  deleteDocument: byPrincipal('document.delete', 'document_id'),
  attachPhoneNumber: byPrincipal('phone_number.attach', 'phone_number'),
  detachPhoneNumber: byPrincipal('phone_number.detach', 'phone_number'),
} satisfies Readonly<Record<string, DescribeSubject>>;

/** The response field with the id of what was created. */
const MADE: Readonly<Record<string, string>> = {
  createAgent: 'agent_id',
  uploadContacts: 'source_id',
  createCampaign: 'campaign_id',
  redialCampaign: 'campaign_id',
  uploadDocument: 'document_id',
};

function idIn({ body }: Reply, name: string | undefined): string | undefined {
  const id = name === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'string' ? id : undefined;
}

/** Wraps the handlers of audited operations: each records an audit event before it runs. */
export function audited(handlers: Handlers, { audit, accounts }: Parts): Handlers {
  const watched = Object.entries<DescribeSubject>(AUDITED_OPERATIONS).map(([operation, describe]) => {
    const handler = handlers[operation];
    if (!handler) throw new Error(`An audited operation has no handler: ${operation}`);
    return [
      operation,
      async (input: Input<never>) => {
        const { actor, ...deed } = await describe(input, accounts);
        return audit.runAudited(deed, actor, input.origin, {
          run: () => handler(input),
          isRefusal: (error) => isHttpError(error) && error.status < 500,
          madeBy: (reply) => idIn(reply, MADE[operation]),
        });
      },
    ] as const;
  });
  return { ...handlers, ...Object.fromEntries(watched) };
}
