import type { ErasureUseCases } from '../../../application/erasures/index.ts';
import type { Erasure } from '../../../domain/erasures/erasure.ts';
import { ok, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

/** Handlers of the tag `erasures`. */
export const erasureHandlers = (erasures: ErasureUseCases) =>
  ({
    listErasures: async ({ principal, query }) => ok(await erasures.list(principal, pageOf(query))),
    getErasure: async ({ principal, path }) => ok(await erasures.read(principal, path('erasure_id'))),
    requestErasure: async ({ principal }, { phone_number }) =>
      accepted(await erasures.request(principal, phone_number)),
    eraseOrganisation: async ({ principal, path }) =>
      accepted(await erasures.eraseOrganisation(principal, path('org_id'))),
  }) satisfies Partial<Handlers>;

const accepted = (body: Erasure) => ({ status: 202, body }) as const;
