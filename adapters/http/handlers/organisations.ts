import type { OrganisationUseCases } from '../../../application/organisations/index.ts';
import type { Retention } from '../../../domain/calls/retention.ts';
import { done, ok, type Body, type Handlers } from '../handler.ts';

export const organisationHandlers = (organisations: OrganisationUseCases) =>
  ({
    deleteOrganisation: async ({ principal, path }) => {
      await organisations.delete(principal, path('org_id'));
      return done('Organisation deleted');
    },
    getRetention: async ({ principal, path }) => ok(await organisations.readRetention(principal, path('org_id'))),
    setRetention: async ({ principal, path }, body: Body<Retention>) =>
      ok(await organisations.setRetention(principal, path('org_id'), body)),
    getOrganisationUsage: async ({ principal, path }) => ok(await organisations.usage(principal, path('org_id'))),
  }) satisfies Partial<Handlers>;
