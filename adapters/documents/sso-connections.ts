import type { SsoConnectionRepository } from '../../application/ports/sso-connections.ts';
import type { StoredSsoConnection } from '../../domain/accounts/stored-sso-connection.ts';
import { UniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

/** Connections to OpenID providers as documents. A unique index gives each domain to one of them. */
export async function documentSsoConnections(store: DocumentStore): Promise<SsoConnectionRepository> {
  const connections = await store.open<StoredSsoConnection>({
    name: 'sso_connections',
    indexes: [
      { name: 'by_id', fields: ['org_id', 'connection_id'], unique: true },
      { name: 'by_domain', fields: ['verified_domain'], unique: true, sparse: 'verified_domain' },
    ],
  });
  const one = (orgId: string, connectionId: string) => ({ org_id: orgId, connection_id: connectionId });
  return {
    add: (connection) => connections.insert(connection),
    find: (orgId, connectionId) => connections.findOne(one(orgId, connectionId)),
    list: (orgId) => connections.find({ org_id: orgId }, { sort: { created_at: 'desc' } }),
    ofDomain: (domain) => connections.findOne({ verified_domain: domain }),
    anyVerified: async () =>
      (await connections.findOne({ verified_domain: between({ from: '' }) }, { verified_domain: 'asc' })) !== null,
    async verify(orgId, connectionId, domain, at) {
      try {
        return await connections.change(one(orgId, connectionId), { verified_domain: domain, verified_at: at });
      } catch (error) {
        if (error instanceof UniqueViolation && error.index === 'by_domain') return 'taken';
        throw error;
      }
    },
    unverify: async (orgId, connectionId) =>
      void (await connections.change(one(orgId, connectionId), { verified_domain: null, verified_at: null })),
    remove: async (orgId, connectionId) => (await connections.remove(one(orgId, connectionId))) > 0,
    removeAll: async (orgId) => void (await connections.remove({ org_id: orgId })),
  };
}
