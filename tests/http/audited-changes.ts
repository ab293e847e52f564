/** The audited operations that tests/security/audit-trail.test.ts tries, and single sign-on; tests/http/audit.test.ts tries all others. */
export const AUDITED_CHANGES = [
  'finishSingleSignOn',
  ...[
    'createApiKey',
    'deleteApiKey',
    'createAgent',
    'updateAgent',
    'uploadContacts',
    'createCampaign',
    'updateCampaign',
  ],
  ...['deleteCall', 'setRetention'],
  ...['startCampaign', 'pauseCampaign', 'resumeCampaign', 'redialCampaign', 'uploadDocument', 'attachPhoneNumber'],
];

/** The actions of those. */
export const CHANGE_ACTIONS = [
  'account.single_sign_on',
  ...[
    'api_key.create',
    'api_key.delete',
    'agent.create',
    'agent.update',
    'contact_list.upload',
    'campaign.create',
    'campaign.update',
  ],
  ...['call.delete', 'retention.update'],
  ...[
    'campaign.start',
    'campaign.pause',
    'campaign.resume',
    'campaign.redial',
    'document.upload',
    'phone_number.attach',
  ],
];
