import type { StoredUse } from '../../domain/accounts/stored-use.ts';

/** For storing the storage use of each organisation. */
export interface StoredUseRepository {
  find(orgId: string): Promise<StoredUse | null>;
  /** False when the organisation has one already, also under a race. */
  add(use: StoredUse): Promise<boolean>;
  /** Replaces the given fields if the revision is unchanged; false otherwise. */
  change(seen: StoredUse, changes: Partial<StoredUse>): Promise<boolean>;
}
