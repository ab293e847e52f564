import type { StoredUse } from '../../domain/accounts/stored-use.ts';

/** For keeping what each organisation has stored. */
export interface StoredUseRepository {
  find(orgId: string): Promise<StoredUse | null>;
  /** False when the organisation has one already, also under a race. */
  add(use: StoredUse): Promise<boolean>;
  /** Replaces the given fields if the revision is still the one that was seen: false when it is not. */
  change(seen: StoredUse, changes: Partial<StoredUse>): Promise<boolean>;
}
