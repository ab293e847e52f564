import { assert } from 'chai';
import { COLLECTIONS_OF_CALLS } from '../../adapters/documents/call-records.ts';
import { collections } from '../../tools/migrate/collections.ts';

/** Why the erasure of a call leaves these collections alone. */
const NOT_OF_CALLS: Readonly<Record<string, string>> = {
  calls: 'the log itself, which goes last',
  call_leases: 'reconciliation removes the lease of a call without a log when it expires',
  queued_runs: 'the contact of a campaign, which may be dialled again, with the id of its last call',
  audit_events: 'the id of a deleted call, for the retention of the audit trail',
  account_dials: 'no calls',
  agents: 'no calls',
  analysis_runs: 'no calls, but for the ids of those read last, while a run is in progress',
  api_keys: 'no calls',
  budgets: 'no calls',
  campaigns: 'no calls, only counts of them',
  cost_sums: 'sums over calls, and the ids of costs for the moment until they are marked as added',
  daily_counts: 'no calls',
  engine_leases: 'no calls',
  event_endpoints: 'no calls',
  event_leases: 'no calls',
  first_account: 'no calls',
  knowledge_documents: 'no calls',
  memberships: 'no calls',
  organisations: 'no calls',
  password_resets: 'no calls',
  phone_numbers: 'no calls',
  provider_auths: 'no calls',
  retention: 'no calls',
  stored_use: 'no calls, only counts of them',
  suppressions: 'no calls',
  tool_secrets: 'no calls',
  users: 'no calls',
};

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
