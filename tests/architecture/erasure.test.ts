import { assert } from 'chai';
import { COLLECTIONS_OF_CALLS } from '../../adapters/documents/call-records.ts';
import { COLLECTIONS_OF_ORGANISATIONS } from '../../adapters/documents/organisation-records.ts';
import { collections } from '../../tools/migrate/collections.ts';

/** Why the erasure of a call leaves these collections alone. */
const NOT_OF_CALLS: Readonly<Record<string, string>> = {
  calls: 'the log itself, which goes last',
  call_leases: 'reconciliation removes the lease of a call without a log when it expires',
  queued_runs: 'the contact of a campaign, which may be dialled again, with the id of its last call',
  audit_events: 'the id of a deleted call, for the retention of the audit trail',
  account_dials: 'no calls',
  agents: 'no calls',
  agent_canaries: 'no calls, only counts of them',
  agent_versions: 'no calls',
  agent_drafts: 'no calls',
  analysis_runs: 'no calls, but for the ids of those read last, while a run is in progress',
  api_keys: 'no calls',
  budgets: 'no calls',
  campaign_engines: 'no calls',
  campaigns: 'no calls, only counts of them',
  cost_sums: 'sums over calls, and the ids of costs for the moment until they are marked as added',
  daily_counts: 'no calls',
  dial_caps: 'no calls',
  engine_leases: 'no calls',
  erased_numbers: 'no calls, only the numbers of pending erasures',
  erasures: 'no calls, only counts of them',
  event_endpoints: 'no calls',
  event_leases: 'no calls',
  first_account: 'no calls',
  knowledge_documents: 'no calls',
  limit_counts: 'no calls',
  memberships: 'no calls',
  migrations: 'no calls',
  number_dials: 'the ids of calls outside campaigns, for a week: deleted calls were dialled, too',
  organisations: 'no calls',
  password_resets: 'no calls',
  phone_numbers: 'no calls',
  provider_auths: 'no calls',
  removed_outboxes:
    'events of what was deleted, such as contacts of a campaign, for the moment until they are handed over',
  rehearsal_runs: 'no calls',
  rehearsal_suites: 'no calls',
  rehearsed_conversations: 'no calls: their callers are simulated',
  retention: 'no calls',
  sso_connections: 'no calls',
  store_formats: 'no calls',
  stored_use: 'no calls, only counts of them',
  suppressions: 'no calls',
  text_documents: 'no calls',
  text_postings: 'no calls',
  tool_secrets: 'no calls',
  users: 'no calls',
};

/** Emptied by the erasure of an organisation in steps of their own. */
const IN_STEPS: Readonly<Record<string, string>> = {
  calls: 'one by one, once they have ended',
  campaigns: 'stopped first',
  queued_runs: 'with their campaign',
  event_deliveries: 'with their endpoint or their call',
  knowledge_documents: 'with their vectors',
  text_documents: 'with their document',
  text_postings: 'with their document',
};

/** Why the erasure of an organisation leaves these collections alone. */
const NOT_ERASED: Readonly<Record<string, string>> = {
  call_leases: 'reconciliation removes the lease of a call without a log when it expires',
  account_dials: 'belongs to an account at a carrier: the time of its last dial',
  cost_sums: 'sums of money for accounting, without calls',
  daily_counts: 'counts for a quota, of the last day',
  limit_counts: 'counts of requests under digests that cannot be read, which expire',
  stored_use: 'counts for a quota, counted again from what is stored',
  campaign_engines: 'no organisation',
  engine_leases: 'a fencing token, which must not be used twice',
  event_leases: 'a fencing token, which must not be used twice',
  erasures: 'the proof that it was erased',
  erased_numbers: 'removed by the erasure of the number',
  audit_events: 'who did what, for the retention of the audit trail',
  organisations: 'removed by DELETE /organisations/{org_id}',
  memberships: 'removed by DELETE /organisations/{org_id}',
  users: 'accounts, which can belong to several organisations',
  password_resets: 'of accounts',
  first_account: 'no organisation',
  migrations: 'no organisation',
  store_formats: 'no organisation',
};

describe('what belongs to an organisation', () => {
  it('is erased with it, or says why not: each collection is in one of these lists', async () => {
    const names = (await collections()).map(({ name }) => name);
    const erased = [
      ...COLLECTIONS_OF_CALLS.filter((name) => name !== 'event_deliveries'),
      ...COLLECTIONS_OF_ORGANISATIONS,
    ];
    assert.sameMembers(names, [...erased, ...Object.keys(IN_STEPS), ...Object.keys(NOT_ERASED)]);
  });

  it('is found by an index that starts with the organisation', async () => {
    for (const { name, indexes } of await collections())
      if (COLLECTIONS_OF_ORGANISATIONS.includes(name))
        assert.isTrue(
          indexes.some(({ fields, sparse }) => fields[0] === 'org_id' && sparse === undefined),
          name,
        );
  });
});

describe('what belongs to a call', () => {
  it('is erased with it, or says why not: each collection is in COLLECTIONS_OF_CALLS or in this list', async () => {
    const names = (await collections()).map(({ name }) => name);
    assert.sameMembers(names, [...COLLECTIONS_OF_CALLS, ...Object.keys(NOT_OF_CALLS)]);
  });

  it('is found by an index that starts with the call, or with the organisation and the call', async () => {
    for (const { name, indexes } of await collections()) {
      if (!COLLECTIONS_OF_CALLS.some((each) => each === name)) continue;
      const firsts = indexes.map(({ fields }) => fields.slice(0, 2).join(' '));
      assert.isTrue(
        firsts.some((first) => first.startsWith('call_id') || first === 'org_id call_id'),
        name,
      );
    }
  });
});
