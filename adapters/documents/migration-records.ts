import type { MigrationRecords } from '../../application/ports/migrations.ts';
import { newMigration, type MigrationState } from '../../domain/upgrades/migration.ts';
import type { DocumentStore } from './collection.ts';
import { anyOf, between } from './match.ts';

interface StoredMigration extends MigrationState {
  /** The process that runs it, and until when. Empty when unclaimed. */
  readonly claimed_by: string;
  readonly claimed_until: string;
}

/** Migrations as documents, one for each. */
export async function documentMigrationRecords(store: DocumentStore): Promise<MigrationRecords> {
  const migrations = await store.open<StoredMigration>({
    name: 'migrations',
    indexes: [{ name: 'by_name', fields: ['name'], unique: true }],
  });
  const stored = async (names: readonly string[]): Promise<MigrationState[]> =>
    (await migrations.find({ name: anyOf(names) })).map(shown);

  return {
    async all(names, now) {
      const known = await stored(names);
      const missing = names.filter((name) => !known.some((each) => each.name === name));
      if (missing.length === 0) return known;
      // Those that another process adds at the same time are skipped.
      await migrations.insertAll(
        missing.map((name) => ({ ...newMigration(name, now), claimed_by: '', claimed_until: '' })),
      );
      return stored(names);
    },
    async claim(name, owner, { now, until }) {
      const free = { name, status: 'pending', claimed_until: between({ below: now }) } as const;
      const claimed = await migrations.change(free, { claimed_by: owner, claimed_until: until });
      return claimed && shown(claimed);
    },
    renewClaim: async (name, claimed_by, until) =>
      (await migrations.change({ name, claimed_by }, { claimed_until: until })) !== null,
    async change(name, claimed_by, changes) {
      const changed = await migrations.change({ name, claimed_by }, changes);
      return changed && shown(changed);
    },
    release: async (name, claimed_by, until, changes = {}) =>
      (await migrations.change({ name, claimed_by }, { ...changes, claimed_by: '', claimed_until: until })) !== null,
  };
}

const shown = ({ claimed_by: _by, claimed_until: _until, ...migration }: StoredMigration): MigrationState => migration;
