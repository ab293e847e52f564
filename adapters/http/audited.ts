import type { AccountUseCases } from '../../application/accounts/index.ts';
import type { AuditUseCases } from '../../application/audit/index.ts';
import { BOT_EMAIL, type Principal } from '../../domain/accounts/principal.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import type { Actor, AuditAction, AuditedAction } from '../../domain/audit/event.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';
import type { AnyHandlers, AnyInput, Handler, InputOf, OperationId, Reply } from './handler.ts';
import { isHttpError } from './http-error.ts';

interface Parts {
  readonly audit: Pick<AuditUseCases, 'runAudited'>;
  readonly accounts: Pick<AccountUseCases, 'identify' | 'identifyHolder' | 'identifySignOn'>;
}

/** The action of a request, its target and its actor. */
interface AuditSubject extends AuditedAction {
  readonly actor: Actor;
}

type DescribeSubject<Id extends OperationId> = (
  input: InputOf<Id>,
  body: Parameters<Handler<Id>>[1],
  accounts: Parts['accounts'],
) => AuditSubject | Promise<AuditSubject>;

interface WithPrincipal {
  readonly principal: Principal;
}

const byPrincipal = (action: AuditAction, target_id: string | null, { email, org_id }: Principal): AuditSubject => ({
  action,
  target_id,
  actor: { email, org_id },
});

/** An action on a target in the path. */
const onPath =
  <Name extends string>(action: AuditAction, name: Name) =>
  ({ principal, path }: WithPrincipal & { readonly path: (name: Name) => string }) =>
    byPrincipal(action, path(name), principal);

/** An action on a target in the body. Accounts are identified by their stored address. */
const onBody =
  <Name extends string>(action: AuditAction, name: Name) =>
  ({ principal }: WithPrincipal, body: Readonly<Record<Name, string>>) =>
    byPrincipal(action, name === 'email' ? normaliseEmail(body[name]) : body[name], principal);

/** An action that creates a target, whose id is in the response. */
const making =
  (action: AuditAction) =>
  ({ principal }: WithPrincipal) =>
    byPrincipal(action, null, principal);

const byAccount = (action: AuditAction, actor: Actor): AuditSubject => ({ action, target_id: actor.email, actor });

/** The audited operations, recorded whether they succeed or are refused. */
export const AUDITED_OPERATIONS = {
  logIn: async (_input, { email }, accounts) => byAccount('account.log_in', await accounts.identify(email)),
  finishSingleSignOn: async (_input, { flow }, accounts) =>
    byAccount('account.single_sign_on', await accounts.identifySignOn(flow)),
  forgotPassword: async (_input, { email }, accounts) =>
    byAccount('account.forgot_password', await accounts.identify(email)),
  resetPassword: async (_input, { token }, accounts) =>
    byAccount('account.reset_password', await accounts.identifyHolder(token)),
  logOutEverywhere: ({ principal }) => byPrincipal('account.log_out_everywhere', principal.email, principal),
  issueBotToken: (_input, { org_id }) => ({
    action: 'bot_token.issue',
    target_id: org_id,
    actor: { email: BOT_EMAIL, org_id },
  }),
  createApiKey: making('api_key.create'),
  deleteApiKey: onPath('api_key.delete', 'key_id'),
  createSsoConnection: making('sso_connection.create'),
  verifySsoConnection: onPath('sso_connection.verify', 'connection_id'),
  deleteSsoConnection: onPath('sso_connection.delete', 'connection_id'),
  inviteMember: onBody('member.invite', 'email'),
  assignAdmin: onBody('member.promote', 'email'),
  removeMember: onBody('member.remove', 'email'),
  setRetention: onPath('retention.update', 'org_id'),
  setBudget: onPath('budget.update', 'org_id'),
  deleteOrganisation: onPath('organisation.delete', 'org_id'),
  storeProviderAuth: onBody('credential.store', 'provider'),
  allowProviderHosts: ({ principal, path }, { allowed_hosts }) =>
    byPrincipal('credential.allow_hosts', [path('provider'), ...allowed_hosts].join(' '), principal),
  deleteProviderAuth: onPath('credential.delete', 'provider'),
  storeToolSecret: ({ principal }, { name, hosts }) =>
    byPrincipal('tool_secret.store', [name, ...hosts].join(' '), principal),
  deleteToolSecret: onPath('tool_secret.delete', 'secret_name'),
  createEventEndpoint: making('event_endpoint.create'),
  updateEventEndpoint: onPath('event_endpoint.update', 'endpoint_id'),
  deleteEventEndpoint: onPath('event_endpoint.delete', 'endpoint_id'),
  rotateEventSecret: onPath('event_endpoint.rotate_secret', 'endpoint_id'),
  createAgent: making('agent.create'),
  updateAgent: onPath('agent.update', 'agent_id'),
  deleteAgent: onPath('agent.delete', 'agent_id'),
  saveAgentDraft: onPath('agent.save_draft', 'agent_id'),
  discardAgentDraft: onPath('agent.discard_draft', 'agent_id'),
  publishAgentDraft: onPath('agent.publish_draft', 'agent_id'),
  restoreAgentVersion: ({ principal, path }) =>
    byPrincipal('agent.restore_version', `${path('agent_id')} ${path('version')}`, principal),
  startAgentCanary: onPath('agent.start_canary', 'agent_id'),
  abortAgentCanary: onPath('agent.abort_canary', 'agent_id'),
  promoteAgentCanary: onPath('agent.promote_canary', 'agent_id'),
  testAgentTool: ({ principal, path }) =>
    byPrincipal('agent.test_tool', `${path('agent_id')} ${path('tool_name')}`, principal),
  // The query of a URL can contain a key.
  listMcpTools: ({ principal }, { url }) => byPrincipal('mcp_server.list_tools', url.split('?', 1).join(''), principal),
  createRehearsalSuite: making('rehearsal_suite.create'),
  replaceRehearsalSuite: onPath('rehearsal_suite.update', 'suite_id'),
  deleteRehearsalSuite: onPath('rehearsal_suite.delete', 'suite_id'),
  startRehearsalRun: making('rehearsal_run.start'),
  publishRehearsalRun: making('rehearsal_run.publish'),
  publishRehearsalRecording: ({ principal, path }) =>
    byPrincipal('rehearsal_run.add_recording', `${path('run_id')} ${path('conversation_id')}`, principal),
  cancelRehearsalRun: onPath('rehearsal_run.cancel', 'run_id'),
  deleteRehearsalRun: onPath('rehearsal_run.delete', 'run_id'),
  uploadContacts: making('contact_list.upload'),
  createCampaign: making('campaign.create'),
  updateCampaign: onPath('campaign.update', 'campaign_id'),
  startCampaign: onPath('campaign.start', 'campaign_id'),
  pauseCampaign: onPath('campaign.pause', 'campaign_id'),
  resumeCampaign: onPath('campaign.resume', 'campaign_id'),
  redialCampaign: onPath('campaign.redial', 'campaign_id'),
  deleteCampaign: onPath('campaign.delete', 'campaign_id'),
  addSuppression: onBody('suppression.add', 'phone_number'),
  importSuppressions: making('suppression.import'),
  removeSuppression: onPath('suppression.remove', 'phone_number'),
  setDialCaps: ({ principal }) => byPrincipal('dial_caps.update', principal.org_id, principal),
  uploadDocument: making('document.upload'),
  addWebPage: making('document.add'),
  addSitemap: making('document.add'),
  updateDocument: onPath('document.update', 'document_id'),
  refreshDocument: onPath('document.refresh', 'document_id'),
  deleteDocument: onPath('document.delete', 'document_id'),
  attachPhoneNumber: onBody('phone_number.attach', 'phone_number'),
  requestErasure: making('erasure.request'),
  eraseOrganisation: onPath('organisation.erase', 'org_id'),
  deleteCall: onPath('call.delete', 'call_id'),
  detachPhoneNumber: onBody('phone_number.detach', 'phone_number'),
} satisfies { readonly [Id in OperationId]?: DescribeSubject<Id> };

/** The response field with the id of what was created. */
const MADE: Readonly<Record<string, string>> = {
  createAgent: 'agent_id',
  uploadContacts: 'source_id',
  createCampaign: 'campaign_id',
  redialCampaign: 'campaign_id',
  uploadDocument: 'document_id',
  addWebPage: 'document_id',
  addSitemap: 'document_id',
  createApiKey: 'key_id',
  createSsoConnection: 'connection_id',
  createEventEndpoint: 'endpoint_id',
  createRehearsalSuite: 'suite_id',
  startRehearsalRun: 'run_id',
  publishRehearsalRun: 'run_id',
  requestErasure: 'erasure_id',
};

function idIn({ body }: Reply, name: string | undefined): string | undefined {
  const id = name === undefined ? undefined : (body as Readonly<Record<string, unknown>>)[name];
  return typeof id === 'string' ? id : undefined;
}

type AnyDescribeSubject = (
  input: AnyInput,
  body: never,
  accounts: Parts['accounts'],
) => ReturnType<DescribeSubject<'logIn'>>;

/** Wraps the handlers of audited operations: each records an audit event before it runs. */
export function audited(handlers: AnyHandlers, { audit, accounts }: Parts): AnyHandlers {
  const watched = Object.entries<AnyDescribeSubject>(AUDITED_OPERATIONS).map(([operation, describe]) => {
    const handler = handlers[operation];
    if (!handler) throw new Error(`An audited operation has no handler: ${operation}`);
    return [
      operation,
      async (input: AnyInput, body: never) => {
        const { actor, ...deed } = await describe(input, body, accounts);
        return audit.runAudited(deed, actor, input.origin, {
          async run() {
            // Events that are stored together would let all their requests continue at once.
            await eventLoopQueue.next(actor.org_id ?? input.origin.address);
            return handler(input, body);
          },
          isRefusal: (error) => isHttpError(error) && error.status < 500,
          madeBy: (reply) => idIn(reply, MADE[operation]),
        });
      },
    ] as const;
  });
  return { ...handlers, ...Object.fromEntries(watched) };
}
