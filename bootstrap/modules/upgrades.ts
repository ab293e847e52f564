import { ContainerModule } from 'inversify';
import { documentMigrationRecords } from '../../adapters/documents/migration-records.ts';
import { encryptCredentials } from '../../adapters/documents/migrations/encrypt-credentials.ts';
import { renameLinkActions } from '../../adapters/documents/migrations/rename-link-actions.ts';
import { migrationWorker } from '../../application/upgrades/migration-worker.ts';
import { provide } from '../dependencies.ts';

/** The migrations of stored documents. */
export const upgradesModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('migrationRecords', ({ documents }) => documentMigrationRecords(documents), 'documents');
    has(
      'migrations',
      async ({ documents, cipher }) => [
        await renameLinkActions(documents),
        await encryptCredentials(documents, cipher),
      ],
      'documents',
      'cipher',
    );
    has('migrationWorker', migrationWorker, 'migrations', 'migrationRecords', 'clock', 'ids', 'log');
  });
