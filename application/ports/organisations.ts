import type { Organisation } from '../../domain/accounts/organisation.ts';

/** For keeping organisations. */
export interface OrganisationRepository {
  add(organisation: Organisation): Promise<void>;
  find(orgId: string): Promise<Organisation | null>;
  /** Those of the given ids that exist, in no promised order. */
  findMany(orgIds: readonly string[]): Promise<Organisation[]>;
  /** Removes an organisation and answers whether it was there. */
  remove(orgId: string): Promise<boolean>;
}
