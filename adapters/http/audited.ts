import type { AccountUseCases } from '../../application/accounts/index.ts';
import type { AuditUseCases } from '../../application/audit/index.ts';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import type { Actor, AuditAction, AuditedAction } from '../../domain/audit/event.ts';
import type { Handlers, Input, Reply } from './handler.ts';
import { isHttpError } from './http-error.ts';

interface Parts {
  readonly audit: Pick<AuditUseCases, 'watch'>;
  readonly accounts: Pick<AccountUseCases, 'identify' | 'identifyHolder'>;
}

/** What a request is about to do, and who is. */
interface Told extends AuditedAction {
  readonly actor: Actor;
}

type Tell<Body = never> = (input: Input<Body>, accounts: Parts['accounts']) => Told | Promise<Told>;

/** A caller who does something to what its path or its body names. */
const byCaller =
  (action: AuditAction, name: string): Tell<Readonly<Record<string, string>>> =>
  ({ principal: { email, org_id }, path, body }) => ({
    action,
    target_id: path(name) || storedTarget(body, name),
    actor: { email, org_id },
  });

/** A caller who makes something, whose id the answer names. */
const making =
  (action: AuditAction): Tell =>
  ({ principal: { email, org_id } }) => ({ action, target_id: null, actor: { email, org_id } });

/** People are named by their address as it is stored. */
const storedTarget = (body: Readonly<Record<string, string>>, name: string): string | null =>
  name === 'email' ? normaliseEmail(body[name] ?? '') : (body[name] ?? null);

const byAccount = (action: AuditAction, actor: Actor): Told => ({ action, target_id: actor.email, actor });

/** Every operation that leaves an entry in the audit trail, whether it is done or refused. */
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
  inviteMember: byCaller('member.invite', 'email'),
  assignAdmin: byCaller('member.promote', 'email'),
  removeMember: byCaller('member.remove', 'email'),
  deleteOrganisation: byCaller('organisation.delete', 'org_id'),
  storeProviderAuth: byCaller('credential.store', 'provider'),
  allowProviderHosts: ({ principal, path, body }: Input<{ allowed_hosts: readonly string[] }>) => ({
    action: 'credential.allow_hosts',
    target_id: [path('provider'), ...body.allowed_hosts].join(' '),
    actor: { email: principal.email, org_id: principal.org_id },
  }),
  deleteProviderAuth: byCaller('credential.delete', 'provider'),
  createAgent: making('agent.create'),
  updateAgent: byCaller('agent.update', 'agent_id'),
  deleteAgent: byCaller('agent.delete', 'agent_id'),
  uploadContacts: making('contact_list.upload'),
  createCampaign: making('campaign.create'),
  updateCampaign: byCaller('campaign.update', 'campaign_id'),
  startCampaign: byCaller('campaign.start', 'campaign_id'),
  pauseCampaign: byCaller('campaign.pause', 'campaign_id'),
  resumeCampaign: byCaller('campaign.resume', 'campaign_id'),
  redialCampaign: byCaller('campaign.redial', 'campaign_id'),
  deleteCampaign: byCaller('campaign.delete', 'campaign_id'),
  uploadDocument: making('document.upload'),
  deleteDocument: byCaller('document.delete', 'document_id'),
  attachPhoneNumber: byCaller('phone_number.attach', 'phone_number'),
  detachPhoneNumber: byCaller('phone_number.detach', 'phone_number'),
} satisfies Readonly<Record<string, Tell>>;

/** Under which names answers tell the id of what was made. */
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

/** The same handlers; those of audited operations leave an entry in the audit trail, before they do anything. */
export function audited(handlers: Handlers, { audit, accounts }: Parts): Handlers {
  const watched = Object.entries<Tell>(AUDITED_OPERATIONS).map(([operation, tell]) => {
    const handler = handlers[operation];
    if (!handler) throw new Error(`An operation is audited that nobody answers: ${operation}`);
    return [
      operation,
      async (input: Input<never>) => {
        const { actor, ...deed } = await tell(input, accounts);
        return audit.watch(deed, actor, input.origin, {
          run: () => handler(input),
          isRefusal: (error) => isHttpError(error) && error.status < 500,
          madeBy: (reply) => idIn(reply, MADE[operation]),
        });
      },
    ] as const;
  });
  return { ...handlers, ...Object.fromEntries(watched) };
}
