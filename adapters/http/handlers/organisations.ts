import type { OrganisationUseCases } from '../../../application/organisations/index.ts';
import { done, ok, type Handlers } from '../handler.ts';

export const organisationHandlers = (organisations: OrganisationUseCases) =>
  ({
    deleteOrganisation: async ({ principal, path }) => {
      await organisations.delete(principal, path('org_id'));
      return done('Organisation deleted');
    },
    getOrganisationUsage: async ({ principal, path }) => ok(await organisations.usage(principal, path('org_id'))),
  }) satisfies Partial<Handlers>;
