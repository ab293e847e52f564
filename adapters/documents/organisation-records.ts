import type { OrganisationRecords } from '../../application/ports/erasures.ts';
import type { Collection, DocumentStore } from './collection.ts';
import { anyOf } from './match.ts';

/** A document of an organisation, and the fields by which documents are removed. */
interface OfOrganisation {
  readonly org_id: string;
  readonly agent_id: string;
  readonly key_id: string;
  readonly run_id: string;
  readonly endpoint_id: string;
  readonly phone_number: string;
  readonly provider: string;
  readonly name: string;
  readonly connection_id: string;
  readonly outbox_id: string;
}

type Removable = readonly [collection: string, field: keyof OfOrganisation];

/** Agents are removed first: without them no call starts. */
const AGENTS: Removable = ['agents', 'agent_id'];

/**
 * The other collections that the erasure of an organisation empties, by their field `org_id`. Each with the field by
 * which its documents are removed, and an index that starts with the organisation.
 */
const OTHERS: readonly Removable[] = [
  ['agent_canaries', 'agent_id'],
  ['agent_drafts', 'agent_id'],
  ['agent_versions', 'agent_id'],
  ['analysis_runs', 'run_id'],
  ['api_keys', 'key_id'],
  ['budgets', 'org_id'],
  ['dial_caps', 'org_id'],
  ['event_endpoints', 'endpoint_id'],
  ['rehearsed_conversations', 'run_id'],
  ['number_dials', 'phone_number'],
  ['phone_numbers', 'phone_number'],
  ['provider_auths', 'provider'],
  ['rehearsal_runs', 'run_id'],
  ['rehearsal_suites', 'agent_id'],
  ['removed_outboxes', 'outbox_id'],
  ['retention', 'org_id'],
  ['sso_connections', 'connection_id'],
  ['suppressions', 'phone_number'],
  ['tool_secrets', 'name'],
];

/** The collections that the erasure of an organisation empties, beside those of its calls, campaigns and documents. */
export const COLLECTIONS_OF_ORGANISATIONS: readonly string[] = [AGENTS, ...OTHERS].map(([name]) => name);

/** Documents removed per step, so that other operations are not delayed. */
const REMOVED_AT_ONCE = 500;

/** What belongs to organisations alone. */
export async function documentOrganisationRecords(store: DocumentStore): Promise<OrganisationRecords> {
  const open = async ([name, key]: Removable) =>
    [await store.open<OfOrganisation>({ name, indexes: [] }), key] as const;
  const agents = await open(AGENTS);
  const others = await Promise.all(OTHERS.map(open));
  return {
    async removeAgents(orgId) {
      let removed = 0;
      for (let some = -1; some !== 0; removed += some) some = await removeSome(agents, orgId);
      return removed;
    },
    async removeSome(orgId) {
      for (const other of others) {
        const removed = await removeSome(other, orgId);
        if (removed > 0) return removed;
      }
      return 0;
    },
  };
}

async function removeSome(
  [documents, key]: readonly [Collection<OfOrganisation>, keyof OfOrganisation],
  orgId: string,
): Promise<number> {
  const found = await documents.find({ org_id: orgId }, { limit: REMOVED_AT_ONCE });
  if (found.length === 0) return 0;
  return documents.remove({ org_id: orgId, [key]: anyOf(found.map((each) => each[key])) });
}
