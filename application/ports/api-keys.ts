import type { ApiKey } from '../../domain/accounts/api-key.ts';

/** For storing API keys by digest. */
export interface ApiKeyRepository {
  add(key: ApiKey): Promise<void>;
  /** The key with this digest, of whichever organisation. */
  findByDigest(digest: string): Promise<ApiKey | null>;
  /** An organisation's keys, newest first. */
  list(orgId: string): Promise<readonly ApiKey[]>;
  /** Stores when a key was last used, unless it was removed. */
  markUsed(orgId: string, keyId: string, at: string): Promise<void>;
  /** Removes a key and returns whether it existed. */
  remove(orgId: string, keyId: string): Promise<boolean>;
  /** Removes all keys of an organisation. */
  removeAll(orgId: string): Promise<void>;
}
