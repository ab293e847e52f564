import type { ToolSecret } from '../../domain/credentials/tool-secret.ts';

/** For storing encrypted tool secrets, one document per organisation and name. */
export interface ToolSecretRepository {
  /** Stores or replaces and returns the result. A replacement keeps `created_at`, also under a race. */
  put(secret: ToolSecret): Promise<ToolSecret>;
  find(orgId: string, name: string): Promise<ToolSecret | null>;
  /** An organisation's secrets, by name. */
  list(orgId: string): Promise<readonly ToolSecret[]>;
  /** Removes a secret and returns whether it existed. */
  remove(orgId: string, name: string): Promise<boolean>;
  /** Removes all secrets of an organisation. */
  removeAll(orgId: string): Promise<void>;
}
