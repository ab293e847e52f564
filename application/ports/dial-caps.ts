import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';

/** For storing how often an organisation dials a number at most. */
export interface DialCapRepository {
  /** Null: the organisation has set none. */
  find(orgId: string): Promise<DialCaps | null>;
  /** Stores the caps of an organisation, instead of earlier ones. */
  put(orgId: string, caps: DialCaps): Promise<void>;
}
