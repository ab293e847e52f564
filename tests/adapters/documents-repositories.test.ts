import { assert } from 'chai';
import { documentAuditEvents } from '../../adapters/documents/audit-events.ts';
import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import { documentDailyCounts } from '../../adapters/documents/daily-counts.ts';
import {
  documentCampaignEngines,
  documentEngineLeases,
  documentEventLeases,
} from '../../adapters/documents/campaign-engine-leases.ts';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentMemberships } from '../../adapters/documents/memberships.ts';
import { documentOrganisations } from '../../adapters/documents/organisations.ts';
import { documentPhoneNumbers } from '../../adapters/documents/phone-numbers.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { documentApiKeys } from '../../adapters/documents/api-keys.ts';
import { documentSuppressions } from '../../adapters/documents/suppressions.ts';
import { documentToolSecrets } from '../../adapters/documents/tool-secrets.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentPasswordResets } from '../../adapters/documents/password-resets.ts';
import { documentStoredUse } from '../../adapters/documents/stored-use.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import { auditEventsContract } from '../contracts/audit-events.contract.ts';
import { accountDialsContract } from '../contracts/account-dials.contract.ts';
import { callLeasesContract } from '../contracts/call-leases.contract.ts';
import { slotSharesContract } from '../contracts/slot-shares.contract.ts';
import { reservedTogetherContract } from '../contracts/reserved-together.contract.ts';
import { callMetricsContract, callsContract } from '../contracts/calls.contract.ts';
import { campaignsContract } from '../contracts/campaigns.contract.ts';
import { dailyCountsContract } from '../contracts/daily-counts.contract.ts';
import {
  campaignEngineLeasesContract,
  campaignEnginesContract,
  engineLeasesContract,
} from '../contracts/campaign-engine-leases.contract.ts';
import { queuedRunsContract } from '../contracts/queued-runs.contract.ts';
import { credentialIndexContract, providerAuthsContract } from '../contracts/provider-auths.contract.ts';
import { knowledgeDocumentsContract } from '../contracts/knowledge-documents.contract.ts';
import { membershipsContract } from '../contracts/memberships.contract.ts';
import { organisationsContract } from '../contracts/organisations.contract.ts';
import { phoneNumbersContract } from '../contracts/phone-numbers.contract.ts';
import { passwordResetsContract } from '../contracts/password-resets.contract.ts';
import { storedUseContract } from '../contracts/stored-use.contract.ts';
import { apiKeysContract } from '../contracts/api-keys.contract.ts';
import { suppressionsContract } from '../contracts/suppressions.contract.ts';
import { toolSecretsContract } from '../contracts/tool-secrets.contract.ts';
import { usersContract } from '../contracts/users.contract.ts';
import { filledIndex } from './filled-index.ts';
import { engine, repository } from './documents-repository.ts';

/** Engines that a repository of documents with unique keys, found by them, must notice. */
const ONE_OF_EACH_KEY = ['keepsDuplicates', 'findsAll', 'changesAny', 'changesNothing', 'hesitates'] as const;
repository('users', usersContract, documentUsers, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'changesNothing',
  'findsNoFirst',
  'hesitates',
]);
repository('organisations', organisationsContract, documentOrganisations, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'changesNothing',
  'removesMore',
]);
repository('memberships', membershipsContract, documentMemberships, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
  'removesMore',
  'hesitates',
]);
repository('password resets', passwordResetsContract, documentPasswordResets, [
  'findsAll',
  'changesAny',
  'changesNothing',
  'removesMore',
]);
repository('audit events', auditEventsContract, documentAuditEvents, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
  'hesitates',
]);
repository('stored use', storedUseContract, documentStoredUse, ONE_OF_EACH_KEY);
repository('phone numbers', phoneNumbersContract, documentPhoneNumbers, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'hesitates',
]);
describe('stored phone numbers of an earlier version', () => {
  it('are read with the actions of today', async () => {
    const documents = await engine();
    const collection = await documents.open<Record<string, unknown>>({ name: 'phone_numbers', indexes: [] });
    const numbers = await documentPhoneNumbers(documents);
    for (const [index, last_link_action] of ['attach', 'detach', 'attached', null].entries())
      await collection.insert({ phone_number: `+1555010000${index}`, org_id: 'org', agent_id: null, last_link_action });
    const actions = (await numbers.list('org')).map(({ last_link_action }) => last_link_action);
    assert.sameOrderedMembers(actions, [null, 'attached', 'detached', 'attached']);
    assert.equal((await numbers.find('+15550100001'))?.last_link_action, 'detached');
  });
});
repository('calls', callsContract, documentCalls, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
  'hesitates',
]);
repository('call leases', callLeasesContract, documentCallLeases, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'answersAnother',
  'changesNothing',
  'hesitates',
]);
repository('call slots reserved together', reservedTogetherContract, documentCallLeases, [
  'keepsDuplicates',
  'findsAll',
  'changesNothing',
  'hesitates',
]);
repository('shares of call slots', slotSharesContract, documentCallLeases, ONE_OF_EACH_KEY);
repository('campaigns', campaignsContract, documentCampaigns, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'removesMore',
  'hesitates',
]);
repository('queued runs', queuedRunsContract, documentQueuedRuns, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'miscounts',
  'hesitates',
]);
repository('account dials', accountDialsContract, documentAccountDials, ONE_OF_EACH_KEY);
repository('daily counts', dailyCountsContract, documentDailyCounts, ONE_OF_EACH_KEY);
repository('event leases', engineLeasesContract, documentEventLeases, ONE_OF_EACH_KEY);
repository('campaign engines', campaignEnginesContract, documentCampaignEngines, [
  'findsAll',
  'changesAny',
  'changesNothing',
  'hesitates',
]);
repository('engine leases', campaignEngineLeasesContract, documentEngineLeases, ONE_OF_EACH_KEY);
describe('stored knowledge documents of an earlier version', () => {
  it('are PDFs', async () => {
    const documents = await engine();
    const collection = await documents.open<Record<string, unknown>>({ name: 'knowledge_documents', indexes: [] });
    const known = await documentKnowledge(documents);
    await collection.insert({ document_id: 'd', org_id: 'org', status: 'ready' });
    assert.equal((await known.find('org', 'd'))?.media_type, 'application/pdf');
  });
});
repository('knowledge documents', knowledgeDocumentsContract, documentKnowledge, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'answersAnother',
  'changesNothing',
  'miscounts',
  'removesMore',
  'findsNoFirst',
  'hesitates',
]);
repository('call metrics', callMetricsContract, documentCallMetrics, ['keepsDuplicates', 'findsAll']);
repository('provider auths', providerAuthsContract, documentProviderAuths, [
  'findsAll',
  'changesAny',
  'answersAnother',
  'changesNothing',
  'removesMore',
  'hesitates',
]);
repository('tool secrets', toolSecretsContract, documentToolSecrets, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'answersAnother',
  'changesNothing',
  'removesMore',
]);
repository('API keys', apiKeysContract, documentApiKeys, [
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'removesMore',
]);
repository('suppressions', suppressionsContract, documentSuppressions, [
  'keepsDuplicates',
  'findsAll',
  'forgetsPages',
  'removesMore',
  'miscounts',
]);
repository('credential index', credentialIndexContract, filledIndex, [
  'findsAll',
  'changesAny',
  'changesNothing',
  'hesitates',
]);
