import type { MigratedBatch, MigrationState } from '../../domain/upgrades/migration.ts';

/** For bringing stored documents of earlier releases to the shape of this one, in batches. */
export interface Migration {
  /** Never changes, and never names another migration: what is done is not repeated. */
  readonly name: string;
  /**
   * Changes some documents from the cursor on. The same batch may run again, after a crash, and other processes may change
   * the same documents at the same time: their changes win.
   */
  batch(cursor: string | null): Promise<MigratedBatch>;
}

/** For storing how far migrations are, each with the claim of the process that runs it. Times are ISO 8601. */
export interface MigrationRecords {
  /** The stored migrations among these, in any order. Those that are not stored yet are added. */
  all(names: readonly string[], now: string): Promise<MigrationState[]>;
  /** Claims a pending migration for this owner. Null when it is done, or another owner has it. */
  claim(
    name: string,
    owner: string,
    span: { readonly now: string; readonly until: string },
  ): Promise<MigrationState | null>;
  /** Renews a claim; false when it has another owner. */
  renewClaim(name: string, owner: string, until: string): Promise<boolean>;
  /** Changes a claimed migration. Null when the claim has another owner. */
  change(name: string, owner: string, changes: Partial<MigrationState>): Promise<MigrationState | null>;
  /** Ends a claim. The migration can be claimed again from `until` on, or at once where that is empty. */
  release(name: string, owner: string, until: string, changes?: Partial<MigrationState>): Promise<boolean>;
}
