import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { KEEP_ALL, type Retention } from '../../domain/calls/retention.ts';
import { forbidden } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { RetentionRepository } from '../ports/retention.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

export interface OrganisationRetention extends Retention {
  readonly org_id: string;
}

/** Reads how long an organisation of the principal keeps its calls. */
export const readRetention =
  ({ retention, ...members }: MemberPorts & { readonly retention: RetentionRepository }) =>
  async (principal: Principal, orgId: string): Promise<OrganisationRetention> => {
    await requireMember(members, principal, 'organisation.read', orgId);
    return shown(orgId, (await retention.find(orgId)) ?? KEEP_ALL);
  };

/** Replaces how long the active organisation keeps its calls. The next sweep follows it, within about a minute. */
export const setRetention =
  ({ retention, clock }: { readonly retention: RetentionRepository; readonly clock: Clock }) =>
  async (principal: Principal, orgId: string, wanted: Retention): Promise<OrganisationRetention> => {
    const { org_id } = allow(principal, 'retention.write');
    if (orgId !== org_id) throw forbidden('Only the retention of the active organisation can be changed');
    const stored = shown(org_id, wanted);
    await retention.put({ ...stored, sweep_at: clock.now().toISOString() });
    return stored;
  };

const shown = (
  org_id: string,
  { recordings_days, transcripts_days, calls_days }: Retention,
): OrganisationRetention => ({ org_id, recordings_days, transcripts_days, calls_days });
