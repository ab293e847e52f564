import type { Role } from './caller.ts';

/** One user's place in one organisation. */
export interface Membership {
  readonly email: string;
  readonly org_id: string;
  readonly role: Role;
  readonly created_at: string;
}
