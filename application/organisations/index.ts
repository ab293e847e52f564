import { area } from '../area.ts';
import { deleteOrganisation } from './delete-organisation.ts';

/** Everything the outside may ask about organisations. */
export const organisationUseCases = area({ delete: deleteOrganisation });
export type OrganisationUseCases = ReturnType<typeof organisationUseCases>;
