import { area } from '../area.ts';
import { deleteOrganisation } from './delete-organisation.ts';
import { readUsage } from './read-usage.ts';
import { readRetention, setRetention } from './retention.ts';

/** Use cases of the organisations area. */
export const organisationUseCases = area({ delete: deleteOrganisation, usage: readUsage, readRetention, setRetention });
export type OrganisationUseCases = ReturnType<typeof organisationUseCases>;
