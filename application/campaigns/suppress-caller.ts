import { callerNumber } from '../../domain/calls/caller-number.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { CallerSuppressor } from '../ports/caller-suppressor.ts';
import type { Clock } from '../ports/clock.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import { roomFor, waitForDecidedDials } from './suppressions.ts';

interface Ports {
  readonly suppressions: SuppressionRepository;
  readonly campaigns: Pick<CampaignRepository, 'list'>;
  readonly clock: Clock;
}

/** Suppresses the persons on calls for other areas. */
export const callerSuppressor = (ports: Ports): CallerSuppressor => ({
  async suppress(call, { source, reason, at }) {
    const { org_id, call_id, agent_id, agent_name } = call;
    const number = callerNumber(call);
    if (number === null) return false;
    if (!(await ports.suppressions.find(org_id, number))) {
      const facts = { created_by: agent_name ?? agent_id, created_at: at };
      const added = { org_id, phone_number: number, reason, source, call_id, ...facts };
      await roomFor(ports, org_id, 1, () => ports.suppressions.addAll([added]));
    }
    await waitForDecidedDials(ports, org_id);
    return true;
  },
});
