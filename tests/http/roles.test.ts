import { assert } from 'chai';
import { loadContract } from '../../adapters/http/contract.ts';
import { allow, ROLES, type Action, type Role } from '../../domain/accounts/principal.ts';
import { DomainError } from '../../domain/errors.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';
import { EMPTY_CONVERSATION, PUBLISHED_RUN } from '../contracts/rehearsal-examples.ts';
import { staff } from '../support/staff.ts';

const MAIL = { email: 'somebody@example.com', password: 'some password' };
const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  ...{ transport: { client_connected_secs: 0 }, turns: [] },
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};

/** What each operation does in the words of the roles' table, and a body that is good enough to get there. */
const ACTIONS: Readonly<Record<string, readonly [Action, unknown?]>> = {
  getMe: ['account.read'],
  listSttProviders: ['catalogue.read'],
  listTtsProviders: ['catalogue.read'],
  listLlmProviders: ['catalogue.read'],
  listTelephonyProviders: ['catalogue.read'],
  getSttSetting: ['catalogue.read'],
  getTtsSetting: ['catalogue.read'],
  getLlmSetting: ['catalogue.read'],
  getTelephonySetting: ['catalogue.read'],
  listAuthCatalog: ['catalogue.read'],
  getAuthCatalogEntry: ['catalogue.read'],
  listConfiguredProviders: ['catalogue.read'],
  getProviderAuth: ['credentials.read'],
  storeProviderAuth: ['credentials.write', { provider: 'test_stt', auth: { api_key: 'k' } }],
  allowProviderHosts: ['credentials.write', { allowed_hosts: ['models.example.com'] }],
  deleteProviderAuth: ['credentials.write'],
  listToolSecrets: ['catalogue.read'],
  storeToolSecret: ['credentials.write', { name: 'key', value: 'key-of-ada', hosts: ['api.example.com'] }],
  getToolSecret: ['credentials.read'],
  deleteToolSecret: ['credentials.write'],
  listEventEndpoints: ['events.read'],
  createEventEndpoint: ['events.write', { url: 'https://crm.example.com/', event_types: ['call.ended'] }],
  getEventEndpoint: ['events.read'],
  updateEventEndpoint: ['events.write', { state: 'disabled' }],
  deleteEventEndpoint: ['events.write'],
  rotateEventSecret: ['events.write', {}],
  sendTestEvent: ['events.write'],
  resendEvents: ['events.write', { from: '2026-01-01T00:00:00Z' }],
  listEventDeliveries: ['events.read'],
  resendEvent: ['events.write'],
  listApiKeys: ['api_keys.read'],
  createApiKey: ['api_keys.write', { name: 'CRM', scopes: ['agents.read'] }],
  deleteApiKey: ['api_keys.write'],
  listSsoConnections: ['sso.read'],
  createSsoConnection: [
    'sso.write',
    { issuer: 'https://login.acme.example', client_id: 'voice', client_secret: 'secret', domain: 'acme.example' },
  ],
  verifySsoConnection: ['sso.write'],
  deleteSsoConnection: ['sso.write'],
  listAuditEvents: ['audit.read'],
  createAgent: ['agents.write', { name: 'Desk', agent_category: 'websocket', config: {} }],
  listAgents: ['agents.list'],
  getAgent: ['agents.read'],
  updateAgent: ['agents.write', {}],
  listAgentVersions: ['agents.list'],
  getAgentVersion: ['agents.list'],
  compareAgentVersions: ['agents.list'],
  compareAgentChange: ['agents.list', {}],
  restoreAgentVersion: ['agents.write', {}],
  getAgentDraft: ['agents.read'],
  saveAgentDraft: ['agents.write', { config: {} }],
  discardAgentDraft: ['agents.write'],
  compareAgentDraft: ['agents.list'],
  publishAgentDraft: ['agents.write', {}],
  startAgentCanary: ['agents.write', { share_percent: 10 }],
  getAgentCanary: ['agents.list'],
  abortAgentCanary: ['agents.write'],
  promoteAgentCanary: ['agents.write', {}],
  getAgentVersionMetrics: ['calls.list'],
  testAgentTool: ['agents.write', {}],
  proposeAgentWaits: ['calls.list'],
  listRehearsalSuites: ['rehearsals.read'],
  createRehearsalSuite: ['rehearsals.write', { agent_id: 'a', source: 'title: x' }],
  getRehearsalSuite: ['rehearsals.read'],
  replaceRehearsalSuite: ['rehearsals.write', { agent_id: 'a', source: 'title: x' }],
  deleteRehearsalSuite: ['rehearsals.delete'],
  listRehearsalRuns: ['rehearsals.read'],
  startRehearsalRun: ['rehearsals.write', {}],
  publishRehearsalRun: ['rehearsals.write', PUBLISHED_RUN],
  publishRehearsalConversation: ['rehearsals.write', EMPTY_CONVERSATION],
  finishRehearsalRun: ['rehearsals.write', {}],
  getRehearsalRun: ['rehearsals.read'],
  deleteRehearsalRun: ['rehearsals.delete'],
  cancelRehearsalRun: ['rehearsals.write'],
  listRehearsalConversations: ['rehearsals.read'],
  getRehearsalConversation: ['rehearsals.read'],
  getRehearsalRecording: ['rehearsals.read'],
  listMcpTools: ['agents.write', { url: 'https://mcp.example.com/' }],
  deleteAgent: ['agents.delete'],
  listPhoneNumbers: ['numbers.read'],
  getAgentPhoneNumber: ['numbers.read'],
  attachPhoneNumber: ['numbers.write', { phone_number: '+15550100001', provider: 'none' }],
  detachPhoneNumber: ['numbers.write', { phone_number: '+15550100001' }],
  listProviderInventory: ['numbers.read'],
  startOutboundCall: ['calls.dial', { agent_id: 'none', to_number: '+14155550100' }],
  registerInboundCall: ['calls.write', { agent_id: 'none', provider_call_sid: 'none', from_number: '', to_number: '' }],
  registerWebCall: ['calls.web', { agent_id: 'none' }],
  claimCall: ['calls.write', { owner: 'runtime' }],
  updateCallByProviderSid: ['calls.write', { status: 'failed' }],
  getCall: ['calls.read'],
  updateCall: ['calls.write', { status: 'failed' }],
  deleteCall: ['calls.delete'],
  listErasures: ['erasures.read'],
  getErasure: ['erasures.read'],
  requestErasure: ['erasures.write', { phone_number: '+14155550100' }],
  setRetention: ['retention.write', { recordings_days: 1, transcripts_days: null, calls_days: 2 }],
  getRecording: ['calls.listen'],
  getTranscript: ['calls.listen'],
  getCallInputs: ['calls.listen'],
  getCallScenario: ['calls.listen'],
  listGaps: ['calls.listen'],
  markAnswer: ['calls.analyse', {}],
  unmarkAnswer: ['calls.analyse'],
  getCallAnalysis: ['calls.listen'],
  requestCallAnalysis: ['calls.analyse'],
  startAnalysisRun: ['calls.analyse', {}],
  listAnalysisRuns: ['calls.listen'],
  getAnalysisRun: ['calls.listen'],
  cancelAnalysisRun: ['calls.analyse'],
  getCallMetrics: ['calls.read'],
  getCallCost: ['costs.read'],
  listCosts: ['costs.read'],
  setBudget: ['budgets.write', { amount: '10', warn_at_percent: [80], hard_stop: false }],
  putCallMetrics: ['calls.write', METRICS],
  createCampaign: ['campaigns.write', { name: 'Spring', agent_id: 'none', source_id: 'none' }],
  listCampaigns: ['campaigns.read'],
  getCampaign: ['campaigns.read'],
  updateCampaign: ['campaigns.write', { name: 'Summer' }],
  startCampaign: ['campaigns.write'],
  pauseCampaign: ['campaigns.write'],
  resumeCampaign: ['campaigns.write'],
  redialCampaign: ['campaigns.write', { name: 'Again' }],
  listCampaignRuns: ['campaigns.read'],
  getCampaignProgress: ['campaigns.read'],
  getContactsUrl: ['campaigns.read'],
  getCampaignReport: ['campaigns.read'],
  deleteCampaign: ['campaigns.delete'],
  previewCampaign: ['campaigns.read', {}],
  rehearseCampaign: ['campaigns.read', {}],
  compareVariants: ['campaigns.read'],
  listCampaignRefusals: ['campaigns.read'],
  listCampaignDeferrals: ['campaigns.read'],
  listCampaignCallerIds: ['campaigns.read'],
  listCampaignDecisions: ['campaigns.read'],
  getDialCaps: ['campaigns.read'],
  setDialCaps: ['campaigns.delete', { max_dials_per_day: 3, max_dials_per_week: null }],
  scheduleCallback: ['callbacks.write', { in_minutes: 5 }],
  listCallbacks: ['campaigns.read'],
  getCallback: ['campaigns.read'],
  cancelCallback: ['callbacks.write'],
  listSuppressions: ['campaigns.read'],
  getSuppression: ['campaigns.read'],
  addSuppression: ['campaigns.write', { phone_number: '+14155550100' }],
  removeSuppression: ['campaigns.delete'],
  listDocuments: ['knowledge.read'],
  askKnowledge: ['knowledge.read', { question: 'table' }],
  addWebPage: ['knowledge.write', { url: 'https://example.com/' }],
  addSitemap: ['knowledge.write', { url: 'https://example.com/sitemap.xml' }],
  updateDocument: ['knowledge.write', { refresh: 'daily' }],
  refreshDocument: ['knowledge.write'],
  previewDocument: ['knowledge.read'],
  deleteDocument: ['knowledge.write'],
  inviteMember: ['members.invite', MAIL],
  assignAdmin: ['members.promote', MAIL],
  removeMember: ['members.remove', MAIL],
  eraseOrganisation: ['organisation.erase'],
  // last: afterwards no user has a role
  deleteOrganisation: ['organisation.delete'],
};

/** Operations that need a token, but whose refusals have nothing to do with the role. */
const OF_ANY_ROLE = [
  'listLanguages',
  'switchOrganisation',
  'logOutEverywhere',
  'listMyOrganisations',
  'getUser',
  'listMembers',
  'listOrganisationCalls',
  'getCallAnalytics',
  'getCallOutcomes',
  'exportCalls',
  'getOrganisationUsage',
  'getRetention',
  'getBudget',
  'uploadContacts',
  'importSuppressions',
  ...['uploadDocument', 'publishRehearsalRecording'],
];

const routes = new Map(
  Object.entries(loadContract('/api/v1').paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation?.operationId !== undefined && operation.security === undefined
        ? [[operation.operationId, { method: method.toUpperCase(), path }] as const]
        : [],
    ),
  ),
);

/** Whether the table lets this role do it. */
function isAllowed(role: Role, action: Action): boolean {
  try {
    return allow({ email: 'ada@example.com', org_id: 'o1', role }, action).role === role;
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'forbidden') return false;
    throw error;
  }
}

describe('roles over HTTP', () => {
  let world: World;
  let people: Readonly<Record<Role, Signer>>;

  before(async () => {
    world = await openWorld();
    people = await staff(world, await world.signUp());
  });

  it('are tried on every operation that needs a token', () => {
    assert.sameMembers([...routes.keys()], [...Object.keys(ACTIONS), ...OF_ANY_ROLE]);
  });

  it('are of no use without an active organisation', async () => {
    const token = world.ports.tokens.issue({ email: people.super_admin.email, org_id: null, role: 'super_admin' });
    for (const [operation, [, body]] of Object.entries(ACTIONS)) {
      const { method, path } = routes.get(operation)!;
      const sent = { token, ...(body !== undefined && { body }) };
      const answer = await world.ask(method, path.replaceAll(/\{\w+\}/g, 'none'), sent);
      assert.deepInclude(answer, { status: 400, detail: 'No active organisation in token' }, operation);
    }
  });

  for (const [operation, [action, body]] of Object.entries(ACTIONS))
    for (const role of ROLES)
      it(`${isAllowed(role, action) ? 'let' : 'do not let'} a ${role} ${operation}`, async () => {
        const { method, path } = routes.get(operation)!;
        const { token, org_id } = people[role];
        const whole = path.replace('{org_id}', org_id).replaceAll(/\{\w+\}/g, 'none');
        const { status, detail } = await world.ask(method, whole, { token, ...(body !== undefined && { body }) });
        if (isAllowed(role, action)) assert.notInclude([401, 403], status, String(detail));
        else assert.match(`${status} ${String(detail)}`, /^403 Requires the role (admin|super_admin)$/);
        assert.isBelow(status, 500);
      });
});
