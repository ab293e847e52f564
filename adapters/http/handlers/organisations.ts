import type { OrganisationUseCases } from '../../../application/organisations/index.ts';
import { done, ok, type Handlers } from '../handler.ts';

export const organisationHandlers = (organisations: OrganisationUseCases) =>
  ({
    deleteOrganisation: async ({ caller, path }) => {
      await organisations.delete(caller, path('org_id'));
      return done('Organisation deleted');
    },
    getOrganisationUsage: async ({ caller, path }) => ok(await organisations.usage(caller, path('org_id'))),
  }) satisfies Handlers;
