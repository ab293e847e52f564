/** How far a migration of stored documents is. Times are ISO 8601. */
export interface MigrationState {
  readonly name: string;
  readonly status: 'pending' | 'done';
  /** Where the next batch begins. Null: with the first document. */
  readonly cursor: string | null;
  /** Documents that were read and changed. After a crash those of a batch may count twice. */
  readonly read: number;
  readonly changed: number;
  /** Why the last batch failed. It is repeated. */
  readonly error_message: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A migration that has not begun. */
export const newMigration = (name: string, now: string): MigrationState => ({
  name,
  status: 'pending',
  cursor: null,
  read: 0,
  changed: 0,
  error_message: null,
  created_at: now,
  updated_at: now,
});

/** The documents of a batch, and where the next one begins. */
export interface MigratedBatch {
  readonly read: number;
  readonly changed: number;
  /** Null: this was the last one. */
  readonly next: string | null;
}

/** The changes of a migration after a batch. */
export const afterBatch = (seen: MigrationState, batch: MigratedBatch, now: string): Partial<MigrationState> => ({
  cursor: batch.next,
  read: seen.read + batch.read,
  changed: seen.changed + batch.changed,
  error_message: null,
  updated_at: now,
  ...(batch.next === null && { status: 'done' as const }),
});
