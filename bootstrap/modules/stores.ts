import { ContainerModule } from 'inversify';
import { documentAgents } from '../../adapters/documents/agents.ts';
import { documentCallMetrics } from '../../adapters/documents/call-metrics.ts';
import { documentCalls } from '../../adapters/documents/calls.ts';
import { documentHealth } from '../../adapters/documents/health.ts';
import { documentMemberships } from '../../adapters/documents/memberships.ts';
import { documentOrganisations } from '../../adapters/documents/organisations.ts';
import { documentPasswordResets } from '../../adapters/documents/password-resets.ts';
import { documentProviderAuths } from '../../adapters/documents/provider-auths.ts';
import { documentUsers } from '../../adapters/documents/users.ts';
import type { Config } from '../config.ts';
import { provide } from '../registry.ts';
import { openDocuments, openObjects } from '../stores.ts';

/** Where objects are kept; the runtime needs no more of the stores than this. */
export const objectsModule = ({ objectsUrl, bucket }: Config['stores']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    provide(bind)('objects', () => openObjects(objectsUrl, bucket));
  });

/** Where documents are kept, and every repository over them. */
export const documentsModule = ({ documentsUrl }: Config['stores']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('documents', () => openDocuments(documentsUrl));
    has('users', ({ documents }) => documentUsers(documents), 'documents');
    has('organisations', ({ documents }) => documentOrganisations(documents), 'documents');
    has('memberships', ({ documents }) => documentMemberships(documents), 'documents');
    has('passwordResets', ({ documents }) => documentPasswordResets(documents), 'documents');
    has('agents', ({ documents }) => documentAgents(documents), 'documents');
    has('calls', ({ documents }) => documentCalls(documents), 'documents');
    has('metrics', ({ documents }) => documentCallMetrics(documents), 'documents');
    has('providerAuths', ({ documents }) => documentProviderAuths(documents), 'documents');
    has('credentialIndex', ({ providerAuths }) => providerAuths, 'providerAuths');
    has('database', ({ documents, clock }) => documentHealth(documents, clock), 'documents', 'clock');
  });
