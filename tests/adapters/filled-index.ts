import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import type { FilledIndex } from '../contracts/provider-auths.contract.ts';

/** The index of stored credentials, and how it is filled. */
export async function filledIndex(documents: DocumentStore): Promise<FilledIndex> {
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
