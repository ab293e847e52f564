import { ContainerModule } from 'inversify';
import type { DocumentStore } from '../../adapters/documents/collection.ts';
import { documentAccountDials } from '../../adapters/documents/account-dials.ts';
import { documentAgentDrafts } from '../../adapters/documents/agent-drafts.ts';
import { documentAgentVersions } from '../../adapters/documents/agent-versions.ts';
import { documentApiKeys } from '../../adapters/documents/api-keys.ts';
import { documentAuditEvents } from '../../adapters/documents/audit-events.ts';
import { documentCallLeases } from '../../adapters/documents/call-leases.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCallRecords } from '../../adapters/documents/call-records.ts';
import { documentDialCaps } from '../../adapters/documents/dial-caps.ts';
import { documentDailyCounts } from '../../adapters/documents/daily-counts.ts';
import { documentCampaignEngines, documentEngineLeases } from '../../adapters/documents/campaign-engine-leases.ts';
import { documentHealth, probeDocuments } from '../../adapters/documents/health.ts';
import { documentKnowledge } from '../../adapters/documents/knowledge-documents.ts';
import { documentNumberDials } from '../../adapters/documents/number-dials.ts';
import { documentMemberships } from '../../adapters/documents/memberships.ts';
import { documentOrganisations } from '../../adapters/documents/organisations.ts';
import { documentPasswordResets } from '../../adapters/documents/password-resets.ts';
import { documentPhoneNumbers } from '../../adapters/documents/phone-numbers.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { documentRetention } from '../../adapters/documents/retention.ts';
import { documentSsoConnections } from '../../adapters/documents/sso-connections.ts';
import { documentStoredUse } from '../../adapters/documents/stored-use.ts';
import { formatGuarded } from '../../adapters/documents/store-format.ts';
import { documentSuppressions } from '../../adapters/documents/suppressions.ts';
import { documentToolSecrets } from '../../adapters/documents/tool-secrets.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import { hmacObjectLinks } from '../../adapters/lib/object-links.ts';
import { writeProbes } from '../../adapters/lib/write-probes.ts';
import { probeObjects } from '../../adapters/objects/probe.ts';
import type { Config } from '../config.ts';
import { measuredDocuments, measuredObjects, measuredVectors } from '../measured-stores.ts';
import { provide, type Dependencies } from '../dependencies.ts';
import type { ResolvedKeys } from '../secrets.ts';
import { openDocuments, openObjects, openVectors } from '../stores.ts';

/** The object store, the only store the runtime needs. `prefix` is the API prefix of signed links. */
export const objectsModule = (
  { objectsUrl, bucket }: Config['stores'],
  { prefix }: Config['api'],
  { secretKey: secret }: ResolvedKeys,
): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('links', ({ clock }) => hmacObjectLinks({ secret, path: `${prefix}/downloads/` }, clock), 'clock');
    has(
      'objects',
      async ({ links, ...measured }) => measuredObjects(await openObjects(objectsUrl, bucket, links), measured),
      'links',
      'measureStore',
      'recordStoreFault',
    );
  });

/** The vector store. */
export const vectorsModule = ({ vectorsUrl }: Config['stores']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind)(
      'vectors',
      async (measured) => measuredVectors(await openVectors(vectorsUrl), measured),
      'measureStore',
      'recordStoreFault',
    );
  });

type DocumentParts = Pick<Dependencies, 'log' | 'clock' | 'measureStore' | 'recordStoreFault'>;

/** The document store with metered operations, if this release can work with what is in it. */
const usedDocuments = async (url: string, { log, clock, ...measured }: DocumentParts): Promise<DocumentStore> =>
  formatGuarded(measuredDocuments(await openDocuments(url, log), measured), { clock, log });

/** The document store and its repositories. */
export const documentsModule = ({ documentsUrl, objectsUrl }: Config['stores']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('documents', (parts) => usedDocuments(documentsUrl, parts), 'log', 'clock', 'measureStore', 'recordStoreFault');
    has('users', ({ documents }) => documentUsers(documents), 'documents');
    has('organisations', ({ documents }) => documentOrganisations(documents), 'documents');
    has('memberships', ({ documents }) => documentMemberships(documents), 'documents');
    has('passwordResets', ({ documents }) => documentPasswordResets(documents), 'documents');
    has('auditEvents', ({ documents }) => documentAuditEvents(documents), 'documents');
    has('agentDrafts', ({ documents }) => documentAgentDrafts(documents), 'documents');
    has('agentVersions', ({ documents }) => documentAgentVersions(documents), 'documents');
    has('storedUse', ({ documents }) => documentStoredUse(documents), 'documents');
    has('phoneNumbers', ({ documents }) => documentPhoneNumbers(documents), 'documents');
    has('leases', ({ documents }) => documentCallLeases(documents), 'documents');
    has('callRecords', ({ documents }) => documentCallRecords(documents), 'documents');
    has('retention', ({ documents }) => documentRetention(documents), 'documents');
    has('metrics', ({ documents }) => documentCallMetrics(documents), 'documents');
    has('engineLeases', ({ documents }) => documentEngineLeases(documents), 'documents');
    has('campaignEngines', ({ documents }) => documentCampaignEngines(documents), 'documents');
    has('accountDials', ({ documents }) => documentAccountDials(documents), 'documents');
    has('suppressions', ({ documents }) => documentSuppressions(documents), 'documents');
    has('numberDials', ({ documents }) => documentNumberDials(documents), 'documents');
    has('dialCaps', ({ documents }) => documentDialCaps(documents), 'documents');
    has('dailyCounts', ({ documents }) => documentDailyCounts(documents), 'documents');
    has('knowledge', ({ documents }) => documentKnowledge(documents), 'documents');
    has('providerAuths', ({ documents }) => documentProviderAuths(documents), 'documents');
    has('toolSecrets', ({ documents }) => documentToolSecrets(documents), 'documents');
    has('apiKeys', ({ documents }) => documentApiKeys(documents), 'documents');
    has('storedSsoConnections', ({ documents }) => documentSsoConnections(documents), 'documents');
    has('credentialIndex', ({ providerAuths }) => providerAuths, 'providerAuths');
    has('database', ({ documents, clock }) => documentHealth(documents, clock), 'documents', 'clock');
    has(
      'apiReadiness',
      ({ documents, objects, ...ports }) =>
        writeProbes(
          {
            documents: probeDocuments(documents, ports.clock),
            // A lost object server only stops uploads and downloads. A full local disk stops everything.
            ...(objectsUrl.startsWith('file:') && { objects: probeObjects(objects) }),
          },
          ports,
        ),
      'documents',
      'objects',
      'clock',
      'recordStoreFault',
    );
  });
