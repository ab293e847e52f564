import type { DocumentStore } from '../adapters/documents/collection.ts';
import type { AgentCanaryRepository } from '../application/ports/agent-canaries.ts';
import type { AgentDraftRepository } from '../application/ports/agent-drafts.ts';
import type { AgentVersionRepository } from '../application/ports/agent-versions.ts';
import type { Migration, MigrationRecords } from '../application/ports/migrations.ts';
import type { MigrationWorker } from '../application/upgrades/migration-worker.ts';

/** The document store, what agents were, and what brings documents of earlier releases up to date. */
export interface DocumentDependencies {
  documents: DocumentStore;
  agentCanaries: AgentCanaryRepository;
  agentDrafts: AgentDraftRepository;
  agentVersions: AgentVersionRepository;
  /** The migrations of this release, in the order in which they run. */
  migrations: readonly Migration[];
  migrationRecords: MigrationRecords;
  migrationWorker: MigrationWorker;
}
