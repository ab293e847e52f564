import type { Organisation } from '../../domain/accounts/organisation.ts';

/** For storing organisations. */
export interface OrganisationRepository {
  add(organisation: Organisation): Promise<void>;
  find(orgId: string): Promise<Organisation | null>;
  /** The existing organisations among these ids, in any order. */
  findMany(orgIds: readonly string[]): Promise<Organisation[]>;
  /** Removes an organisation and returns whether it existed. */
  remove(orgId: string): Promise<boolean>;
}
