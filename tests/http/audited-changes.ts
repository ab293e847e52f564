import type { AgentFixture } from '../support/agent-fixture.ts';

/** The audited operations that tests/security/audit-trail.test.ts and audited-rehearsals.test.ts try, and single sign-on; tests/http/audit.test.ts tries all others. */
export const AUDITED_CHANGES = [
  ...['finishSingleSignOn', 'createSsoConnection', 'verifySsoConnection', 'deleteSsoConnection'],
  ...[
    'createApiKey',
    'deleteApiKey',
    'createEventEndpoint',
    'createAgent',
    'updateAgent',
    'saveAgentDraft',
    'discardAgentDraft',
    'publishAgentDraft',
    'restoreAgentVersion',
    'startAgentCanary',
    'abortAgentCanary',
    'promoteAgentCanary',
    'uploadContacts',
    'addSuppression',
    'importSuppressions',
    'removeSuppression',
    'setDialCaps',
    'createCampaign',
    'updateCampaign',
  ],
  ...['deleteCall', 'setRetention', 'setBudget', 'requestErasure', 'eraseOrganisation'],
  ...['startCampaign', 'pauseCampaign', 'resumeCampaign', 'redialCampaign', 'uploadDocument', 'attachPhoneNumber'],
  ...['addWebPage', 'addSitemap', 'updateDocument', 'refreshDocument'],
  ...['createRehearsalSuite', 'replaceRehearsalSuite', 'deleteRehearsalSuite'],
  ...['startRehearsalRun', 'publishRehearsalRun', 'publishRehearsalRecording', 'cancelRehearsalRun'],
  'deleteRehearsalRun',
];

/** The actions of those. */
export const CHANGE_ACTIONS = [
  ...['account.single_sign_on', 'sso_connection.create', 'sso_connection.verify', 'sso_connection.delete'],
  // In the trail of the organisation that loses its domain: tests/security/sso-domains.test.ts.
  'sso_connection.lose_domain',
  ...[
    'api_key.create',
    'api_key.delete',
    'event_endpoint.create',
    'agent.create',
    'agent.update',
    'agent.save_draft',
    'agent.discard_draft',
    'agent.publish_draft',
    'agent.restore_version',
    'agent.start_canary',
    'agent.abort_canary',
    'agent.promote_canary',
    // By the platform: tests/application/running-canaries.test.ts.
    'agent.roll_back_canary',
    'contact_list.upload',
    'suppression.add',
    'suppression.import',
    'suppression.remove',
    'dial_caps.update',
    'campaign.create',
    'campaign.update',
  ],
  ...['call.delete', 'retention.update', 'budget.update', 'erasure.request', 'organisation.erase'],
  ...[
    'campaign.start',
    'campaign.pause',
    'campaign.resume',
    'campaign.redial',
    ...['rehearsal_suite.create', 'rehearsal_suite.update', 'rehearsal_suite.delete'],
    ...['rehearsal_run.start', 'rehearsal_run.publish', 'rehearsal_run.add_recording'],
    ...['rehearsal_run.cancel', 'rehearsal_run.delete'],
    'document.upload',
    'document.add',
    'document.update',
    'document.refresh',
    'phone_number.attach',
  ],
];

/** Creates an event endpoint and answers its id. */
export async function createEndpoint(ada: AgentFixture): Promise<string> {
  const endpoint = { url: 'https://crm.example.com/', event_types: ['call.ended'] };
  return (await ada.post<{ endpoint_id: string }>('/event-endpoints', endpoint)).endpoint_id;
}

/** A change of an event endpoint. */
export const DISABLED = { body: { state: 'disabled' } } as const;
