import { area } from '../area.ts';
import { deleteOrganisation } from './delete-organisation.ts';
import { readUsage } from './read-usage.ts';

/** Use cases of the organisations area. */
export const organisationUseCases = area({ delete: deleteOrganisation, usage: readUsage });
export type OrganisationUseCases = ReturnType<typeof organisationUseCases>;
