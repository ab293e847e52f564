import type { Principal } from '../../domain/accounts/principal.ts';
import type { QuotaName, QuotaUse } from '../../domain/accounts/quotas.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

interface Ports extends MemberPorts {
  readonly quotas: QuotaKeeper;
}

/** Reads quotas and their use for an organisation of the principal. */
export const readUsage =
  ({ quotas, ...members }: Ports) =>
  async (
    principal: Principal,
    orgId: string,
  ): Promise<{ readonly org_id: string; readonly quotas: Readonly<Record<QuotaName, QuotaUse>> }> => {
    await requireMember(members, principal, 'organisation.read', orgId);
    return { org_id: orgId, quotas: await quotas.usage(orgId) };
  };
