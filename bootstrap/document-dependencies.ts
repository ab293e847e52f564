import type { DocumentStore } from '../adapters/documents/collection.ts';
import type { Migration, MigrationRecords } from '../application/ports/migrations.ts';
import type { MigrationWorker } from '../application/upgrades/migration-worker.ts';

/** The document store, and what brings documents of earlier releases up to date. */
export interface DocumentDependencies {
  documents: DocumentStore;
  /** The migrations of this release, in the order in which they run. */
  migrations: readonly Migration[];
  migrationRecords: MigrationRecords;
  migrationWorker: MigrationWorker;
}
