import { assert } from 'chai';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentAuditEvents } from '../../adapters/documents/audit-events.ts';
import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentCampaigns } from '../../adapters/documents/campaigns.ts';
import { documentDailyCounts } from '../../adapters/documents/daily-counts.ts';
import { documentEngineLeases } from '../../adapters/documents/campaign-engine-leases.ts';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { mongoEngine } from '../../adapters/documents/drivers/mongo.ts';
import { sqliteEngine } from '../../adapters/documents/drivers/sqlite.ts';
import { documentHealth } from '../../adapters/documents/health.ts';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentMemberships } from '../../adapters/documents/memberships.ts';
import { documentOrganisations } from '../../adapters/documents/organisations.ts';
import { documentPhoneNumbers } from '../../adapters/documents/phone-numbers.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { documentToolSecrets } from '../../adapters/documents/tool-secrets.ts';
import { documentQueuedRuns } from '../../adapters/documents/queued-runs.ts';
import { documentPasswordResets } from '../../adapters/documents/password-resets.ts';
import { documentStoredUse } from '../../adapters/documents/stored-use.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import type { DatabaseHealth } from '../../application/ports/health.ts';
import { agentsContract } from '../contracts/agents.contract.ts';
import { auditEventsContract } from '../contracts/audit-events.contract.ts';
import { accountDialsContract } from '../contracts/account-dials.contract.ts';
import { callLeasesContract } from '../contracts/call-leases.contract.ts';
import { slotSharesContract } from '../contracts/slot-shares.contract.ts';
import { callMetricsContract, callsContract } from '../contracts/calls.contract.ts';
import { campaignsContract } from '../contracts/campaigns.contract.ts';
import { dailyCountsContract } from '../contracts/daily-counts.contract.ts';
import { engineLeasesContract } from '../contracts/campaign-engine-leases.contract.ts';
import { queuedRunsContract } from '../contracts/queued-runs.contract.ts';
import {
  credentialIndexContract,
  providerAuthsContract,
  type FilledIndex,
} from '../contracts/provider-auths.contract.ts';
import { healthContract, type HealthOfDatabase } from '../contracts/health.contract.ts';
import { knowledgeDocumentsContract } from '../contracts/knowledge-documents.contract.ts';
import { membershipsContract } from '../contracts/memberships.contract.ts';
import { organisationsContract } from '../contracts/organisations.contract.ts';
import { phoneNumbersContract } from '../contracts/phone-numbers.contract.ts';
import { passwordResetsContract } from '../contracts/password-resets.contract.ts';
import { storedUseContract } from '../contracts/stored-use.contract.ts';
import { toolSecretsContract } from '../contracts/tool-secrets.contract.ts';
import { usersContract } from '../contracts/users.contract.ts';
import { bites, keeps, type Contract } from '../support/contract.ts';
import { temporaryDatabase } from '../support/databases.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { describeServed } from '../support/servers.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { engineWith, hesitantly, type Spoil } from './documents-saboteurs.ts';

const untilEndOfTest = async (opening: Promise<DocumentStore>): Promise<DocumentStore> => {
  const opened = await opening;
  atEndOfTest(() => opened.close());
  return opened;
};

const engine = (): Promise<DocumentStore> => untilEndOfTest(sqliteEngine(':memory:'));

const served = (server: string): Promise<DocumentStore> =>
  untilEndOfTest(mongoEngine(temporaryDatabase(server), rememberingLog().log));

/** An engine without indexes, spoiled in one way. */
const spoiled = (spoil: Spoil) => async (): Promise<DocumentStore> => engineWith(await engine(), spoil);

const spoiledEngines: (() => Promise<DocumentStore>)[] = [
  async () =>
    engineWith(
      await engine(),
      () => ({}),
      (definition) => ({ ...definition, indexes: [] }),
    ),
  spoiled((it) => ({
    findOne: async () => (await it.find({})).at(-1) ?? null,
    find: (_, page) => it.find({}, page),
    each: (_, page) => it.each({}, page),
    count: () => it.count({}),
    tally: (_, by, sum) => it.tally({}, by, sum),
  })),
  spoiled((it) => ({ change: (_, changes) => it.change({}, changes), remove: () => it.remove({}) })),
  spoiled((it) => ({ find: (match) => it.find(match), each: (match) => it.each(match) })),
  spoiled((it) => ({ change: async (match, changes) => ((await it.change(match, changes)) ? it.findOne({}) : null) })),
  spoiled((it) => ({ change: async (match) => it.findOne(match), remove: async () => 0 })),
  spoiled((it) => ({ count: async (match) => Object.keys(match).length + (await it.count({})) })),
  spoiled((it) => ({ remove: async (match) => Math.max(1, await it.remove(match)) })),
  spoiled((it) => ({ findOne: async (match) => (Object.keys(match).length === 0 ? null : it.findOne(match)) })),
  spoiled(hesitantly),
];

function repository<T>(name: string, contract: Contract<T>, make: (engine: DocumentStore) => Promise<T>): void {
  describe(`${name}: documents`, () => keeps(contract, async () => make(await engine())));
  describeServed(`${name}: documents in mongo`, 'documents', (server) =>
    keeps(contract, async () => make(await served(server()))),
  );
  describe(`${name}: the contract`, () =>
    bites(contract, ...spoiledEngines.map((spoiledEngine) => async () => make(await spoiledEngine()))));
}

repository('users', usersContract, documentUsers);
repository('organisations', organisationsContract, documentOrganisations);
repository('memberships', membershipsContract, documentMemberships);
repository('password resets', passwordResetsContract, documentPasswordResets);
repository('audit events', auditEventsContract, documentAuditEvents);
repository('stored use', storedUseContract, documentStoredUse);
repository('agents', agentsContract, documentAgents);
repository('phone numbers', phoneNumbersContract, documentPhoneNumbers);
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
repository('calls', callsContract, documentCalls);
repository('call leases', callLeasesContract, documentCallLeases);
repository('shares of call slots', slotSharesContract, documentCallLeases);
repository('campaigns', campaignsContract, documentCampaigns);
repository('queued runs', queuedRunsContract, documentQueuedRuns);
repository('account dials', accountDialsContract, documentAccountDials);
repository('daily counts', dailyCountsContract, documentDailyCounts);
repository('engine leases', engineLeasesContract, documentEngineLeases);
repository('knowledge documents', knowledgeDocumentsContract, documentKnowledge);
repository('call metrics', callMetricsContract, documentCallMetrics);
repository('provider auths', providerAuthsContract, documentProviderAuths);
repository('tool secrets', toolSecretsContract, documentToolSecrets);
repository('credential index', credentialIndexContract, filledIndex);

/** The index of stored credentials, and how it is filled. */
async function filledIndex(documents: DocumentStore): Promise<FilledIndex> {
  const auths = await documentProviderAuths(documents);
  const moment = '2026-01-01T00:00:00.000Z';
  return {
    index: auths,
    store: (org_id, provider) =>
      auths.put({ org_id, provider, auth: 'enc:v1:', created_at: moment, updated_at: moment }),
    allow: (orgId, provider, allowed_hosts) => auths.allowHosts(orgId, provider, { allowed_hosts, updated_at: moment }),
    remove: (orgId, provider) => auths.remove(orgId, provider),
  };
}

const healthOf = (make: typeof documentHealth) => async (): Promise<HealthOfDatabase> => {
  const clock = fakeClock();
  const real = await engine();
  let hangs = false;
  const pinged = (): Promise<void> =>
    hangs ? new Promise(() => queueMicrotask(() => clock.advance(60_000))) : real.ping();
  const health = make({ ...engineWith(real, () => ({})), ping: pinged }, clock);
  return { health, fail: () => real.close(), hang: () => void (hangs = true) };
};

describe('health: documents', () => {
  keeps(healthContract, healthOf(documentHealth));

  it('leaves no timer behind', async () => {
    const clock = fakeClock();
    await documentHealth(await engine(), clock).isUp();
    assert.equal(clock.waiting, 0);
  });
});

describe('health: the contract', () => {
  const always = (up: boolean) => (): DatabaseHealth => ({ isUp: async () => up });
  const reachable = (request: DocumentStore): DatabaseHealth => ({ isUp: () => request.ping().then(() => true) });
  bites(healthContract, healthOf(always(true)), healthOf(always(false)), healthOf(reachable));
});
