import type { Ports } from '../support/world.ts';

/** Adds an organisation, with the platform's limit of concurrent calls unless another is given. */
export const addOrganisation = (
  { organisations, clock }: Pick<Ports, 'organisations' | 'clock'>,
  orgId = 'o1',
  limit: number | null = null,
) =>
  organisations.add({
    ...{ org_id: orgId, name: orgId, created_by_email: 'ada@example.com', created_at: clock.now().toISOString() },
    concurrent_call_limit: limit,
  });
